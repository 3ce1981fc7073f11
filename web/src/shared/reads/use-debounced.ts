import { useEffect, useState } from 'react'

/** What was typed, once it has not changed for `ms`: nothing is asked for letter by letter. Nothing at all counts at once. */
export const useDebounced = (typed: string, ms = 300): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms)
    return () => clearTimeout(timer)
  }, [typed, ms])
  return typed && settled
}
