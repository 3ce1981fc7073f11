import { useSyncExternalStore } from 'react'

/** What Chromium fires while the app can be installed. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let current: InstallPrompt | null = null
const listeners = new Set<() => void>()
const keep = (prompt: InstallPrompt | null): void => {
  current = prompt
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the app, which comes once and early. The inbox makes it. */
export const keepInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => keep(null))
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a function that asks the user to install the app; null if the browser does not offer it. It works once. */
export const useInstallPrompt = (): (() => void) | null => {
  const prompt = useSyncExternalStore(subscribe, () => current)
  return (
    prompt &&
    (() => {
      keep(null)
      void prompt.prompt().catch(() => undefined)
    })
  )
}
