import type { Client } from '#contract/accounts/sessions.ts'

const STORED_AS = 'vieraugen-return-to'
/** Pages that need a session. */
const OURS = /^\/(?:workspaces?(?:[/?]|$)|account$|users\/invite\/|m\/)/

/** Saves the page that a visitor without a session requested, for after the login in this tab. */
export const rememberTarget = (path: string): void => {
  try {
    sessionStorage.setItem(STORED_AS, path)
  } catch {
    // without storage the login leads to the first page
  }
}

const readTarget = (): string | null => {
  try {
    const path = sessionStorage.getItem(STORED_AS)
    return path && OURS.test(path) ? path : null
  } catch {
    return null
  }
}

/** Returns the saved path and deletes it. Null if there is none, or if it needs no session. */
export const takeTarget = (): string | null => {
  const path = readTarget()
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {
    // nothing is kept
  }
  return path
}

/** The client to log in for: `mobile` if the saved path is a phone page. */
export const clientOfTarget = (): Client => (readTarget()?.startsWith('/m/') ? 'mobile' : 'web')
