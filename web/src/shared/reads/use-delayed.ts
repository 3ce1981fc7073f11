import { useEffect, useState } from 'react'

/** True once `waiting` has lasted `ms`, so that a short wait does not flicker. */
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
