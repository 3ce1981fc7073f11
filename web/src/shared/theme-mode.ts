import { useSyncExternalStore } from 'react'

export type ThemeMode = 'system' | 'light' | 'dark'
const STORED_AS = 'vieraugen-theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const readStored = (): ThemeMode => {
  try {
    const stored = localStorage.getItem(STORED_AS)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}
let mode = readStored()

const isDark = (): boolean => (mode === 'system' ? systemIsDark.matches : mode === 'dark')

/** Writes the resolved theme to `<html data-theme>` for the style sheets. */
export const applyTheme = (): void => {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
systemIsDark.addEventListener('change', applyTheme)

export const setThemeMode = (chosen: ThemeMode): void => {
  mode = chosen
  try {
    localStorage.setItem(STORED_AS, chosen)
  } catch {
    // without storage the choice holds for this page
  }
  applyTheme()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, () => mode)
