import { ACCESS_TOKEN_COOKIE } from '#contract/common.ts'
import type { UserRole } from '#contract/accounts/users.ts'
import { readCookie, writeCookie, type CookieAttributes } from '../cookies.ts'
import { forgetDraftsBut } from './drafts.ts'
import { clearPhoneCache } from './phone-cache.ts'
import { paths } from '../paths.ts'

/** The session in the browser: the claims of the access token, which is a cookie. */
export type Session = { readonly userId: string; readonly role: UserRole; readonly expiresAt: Date }

const ROLES: readonly UserRole[] = ['admin', 'super admin', 'regular user']

const listeners = new Set<() => void>()

/** Calls `listener` whenever this page sets or clears the token. Returns a function that unsubscribes. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const storeToken = (token: string, attributes?: CookieAttributes): void => {
  writeCookie(ACCESS_TOKEN_COOKIE, token, attributes)
  for (const listener of listeners) listener()
}

export const getToken = (): string | null => readCookie(ACCESS_TOKEN_COOKIE)

export const clearSession = (): void => {
  storeToken('', { seconds: 0 })
  clearPhoneCache()
}

const payloadOf = (token: string): unknown => {
  const middle = token.split('.')[1] ?? ''
  const bytes = atob(middle.replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))))
}

/** Reads the claims of `token` without checking signature or expiry. Null if it cannot be decoded. */
export const decodeToken = (token: string): Session | null => {
  try {
    const { sub, role, exp } = payloadOf(token) as Record<string, unknown>
    const known = ROLES.find((candidate) => candidate === role)
    if (typeof sub !== 'string' || !known || typeof exp !== 'number') return null
    return { userId: sub, role: known, expiresAt: new Date(exp * 1000) }
  } catch {
    return null
  }
}

/** How long a phone session may be unused. */
const PHONE_SECONDS = 30 * 86_400

const isOfPhone = (token: string): boolean => {
  try {
    return (payloadOf(token) as Record<string, unknown>)['kind'] === 'mobile'
  } catch {
    return false
  }
}

export const setToken = (token: string): void => {
  storeToken(token, isOfPhone(token) ? { seconds: PHONE_SECONDS } : {})
  forgetDraftsBut(decodeToken(token)?.userId ?? null)
}

/** The claims of the stored token. Null without a valid token. */
export const readSession = (): Session | null => {
  const token = getToken()
  return token ? decodeToken(token) : null
}

export const readRole = (): UserRole | null => readSession()?.role ?? null

/** The start page of a role. */
export const homeOf = (role: UserRole): string =>
  ({ admin: paths.workspaces, 'super admin': paths.superAdmin, 'regular user': paths.phone })[role]
