import { useEffect, useState } from 'react'

/** Returns `typed` once it has not changed for `ms`. An empty input takes effect at once. */
export const useDebounced = (typed: string, ms = 300): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms)
    return () => clearTimeout(timer)
  }, [typed, ms])
  return typed && settled
}
