import { useSyncExternalStore } from 'react'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { readCookie, writeCookie } from '../cookies.ts'

export type Language = 'en' | 'de'
const YEAR_SECONDS = 365 * 86_400

/** The chosen language, or that of the browser if it is German, or English. */
export const chooseLanguage = (chosen: string | null, browser: readonly string[]): Language => {
  if (chosen === 'en' || chosen === 'de') return chosen
  return browser[0]?.toLowerCase().startsWith('de') ? 'de' : 'en'
}

let current: Language | null = null
const listeners = new Set<() => void>()

export const getLanguage = (): Language =>
  (current ??= chooseLanguage(readCookie(LANGUAGE_COOKIE), navigator.languages))

/** For pages rendered without a browser. */
export const renderIn = (language: Language): void => {
  current = language
}

/** Sets and stores the language. All mounted texts follow. */
export const setLanguage = (language: Language): void => {
  current = language
  document.documentElement.lang = language
  // A cookie, because the server chooses the language of the public pages.
  writeCookie(LANGUAGE_COOKIE, language, { seconds: YEAR_SECONDS, sameSite: 'Lax' })
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage, getLanguage)
