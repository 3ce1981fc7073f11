import type { Client } from '#contract/accounts/sessions.ts'
import { inStorage } from './browser-storage.ts'

const STORED_AS = 'vieraugen-return-to'
/** Pages that need a session. */
const OURS = /^\/(?:workspaces?(?:[/?]|$)|account$|users\/invite\/|m\/)/

/** Saves the page that a visitor without a session requested, for after the login in this tab. */
export const rememberTarget = (path: string): void =>
  void inStorage(() => sessionStorage.setItem(STORED_AS, path))

const readTarget = (): string | null => {
  const path = inStorage(() => sessionStorage.getItem(STORED_AS))
  return path && OURS.test(path) ? path : null
}

/** Returns the saved path and deletes it. Null if there is none, or if it needs no session. */
export const takeTarget = (): string | null => {
  const path = readTarget()
  inStorage(() => sessionStorage.removeItem(STORED_AS))
  return path
}

/** The client to log in for: `mobile` if the saved path is a phone page. */
export const clientOfTarget = (): Client => (readTarget()?.startsWith('/m/') ? 'mobile' : 'web')
