import { useSyncExternalStore } from 'react'
import { CONSENT_COOKIE } from '#contract/common.ts'
import { readCookie, writeCookie } from '../cookies.ts'

const YEAR_SECONDS = 365 * 86_400
const listeners = new Set<() => void>()

/** Whether the notice was accepted in this browser. */
export const cookiesAccepted = (): boolean => readCookie(CONSENT_COOKIE) !== null

/** Remembers for 365 days that the cookie notice was accepted. */
export const acceptCookies = (): void => {
  writeCookie(CONSENT_COOKIE, 'true', { seconds: YEAR_SECONDS })
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCookiesAccepted = (): boolean => useSyncExternalStore(subscribe, cookiesAccepted, () => false)
