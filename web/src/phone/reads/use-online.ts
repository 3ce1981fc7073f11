import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the browser believes it is online. False is certain, true may be wrong. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
