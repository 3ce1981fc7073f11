import type { Client } from '#contract/accounts/sessions.ts'

const STORED_AS = 'vieraugen-return-to'
/** Pages of ours for the logged in. */
const OURS = /^\/(?:workspaces?(?:[/?]|$)|account$|users\/invite\/|m\/)/

/** Keeps where a visitor without a session wanted to go, for after the login, in this tab. */
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

/** Gives the kept address once; null when there is none, or it is no page of ours for the logged in. */
export const takeTarget = (): string | null => {
  const path = readTarget()
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {
    // nothing is kept
  }
  return path
}

/** What a login is for: whoever was on the way to the phone page uses that. */
export const clientOfTarget = (): Client => (readTarget()?.startsWith('/m/') ? 'mobile' : 'web')
