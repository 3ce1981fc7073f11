import { useEffect, useState } from 'react'

/** True once `waiting` has lasted `ms`: what shows up for less than a blink only flickers. */
export const useDelayed = (waiting: boolean, ms = 300): boolean => {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setDue(true), ms)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [waiting, ms])
  return waiting && due
}
