import { useEffect, useRef, useState } from 'react'

/** Whether the end of a text was seen that scrolls in a region of its own. A browser that cannot tell counts as yes. */
export const useReading = () => {
  const region = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [isRead, setRead] = useState(() => typeof IntersectionObserver === 'undefined')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (isRead || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setRead(true)
        else setLong(true)
      },
      { root: region.current },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isRead])
  // The keyboard scrolls what has the focus, and a screen reader begins there.
  useEffect(() => {
    if (isLong) region.current?.focus()
  }, [isLong])
  return { region, end, isRead, isLong }
}

export type Reading = ReturnType<typeof useReading>
