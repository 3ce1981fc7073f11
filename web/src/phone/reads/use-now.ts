import { useEffect, useState } from 'react'
import { serverTime } from '#shared/api/server-time.ts'

/** Returns the server's time in milliseconds, updated every second while the page is visible. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => serverTime(Date.now()))
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') setNow(serverTime(Date.now()))
    }
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
