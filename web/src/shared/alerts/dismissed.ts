import { useSyncExternalStore } from 'react'
import { readSession } from '../session/session.ts'

/** Ids of the alerts that this person has put away in this browser; every tab of it knows. */

const nameOf = (): string => `vieraugen-alerts-seen ${readSession()?.userId}`
const listeners = new Set<() => void>()
/** Where there is no storage, for this page. */
let unstored = ''

const stored = (): string => {
  try {
    return localStorage.getItem(nameOf()) ?? ''
  } catch {
    return unstored
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useDismissed = (): readonly string[] => useSyncExternalStore(subscribe, stored).split(' ')

/** Keeps them together with those of `all` that were put away before; what is shown no more is forgotten. */
export const dismiss = (ids: readonly string[], all: readonly string[]): void => {
  const known = [...stored().split(' '), ...ids]
  unstored = all.filter((id) => known.includes(id)).join(' ')
  try {
    localStorage.setItem(nameOf(), unstored)
  } catch {
    // it is put away for this page
  }
  for (const listener of listeners) listener()
}
