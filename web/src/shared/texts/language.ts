import { useSyncExternalStore } from 'react'

export type Language = 'en' | 'de'
const STORED_AS = 'vieraugen-language'

const stored = (): string | null => {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}

/** The chosen language, else German for a German browser, else English. */
export const chooseLanguage = (chosen: string | null, browser: readonly string[]): Language => {
  if (chosen === 'en' || chosen === 'de') return chosen
  return browser[0]?.toLowerCase().startsWith('de') ? 'de' : 'en'
}

let current: Language | null = null
const listeners = new Set<() => void>()

export const getLanguage = (): Language => (current ??= chooseLanguage(stored(), navigator.languages))

/** Sets and remembers the language; every mounted text follows. */
export const setLanguage = (language: Language): void => {
  current = language
  document.documentElement.lang = language
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    // without storage the choice holds for this page
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage)
