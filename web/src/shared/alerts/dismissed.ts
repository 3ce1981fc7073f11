import { useSyncExternalStore } from 'react'
import { readSession } from '../session/session.ts'

/** Ids of the alerts that this user has dismissed in this browser, shared by all its tabs. */

const nameOf = (): string => `vieraugen-alerts-seen ${readSession()?.userId}`
const listeners = new Set<() => void>()
/** The fallback without storage lasts as long as the page. */
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

/** Adds `ids` to the dismissed alerts. Forgets dismissed alerts that are not in `all`. */
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
