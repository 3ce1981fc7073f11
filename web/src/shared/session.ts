import { ACCESS_TOKEN_COOKIE } from '#contract/common.ts'
import type { UserRole } from '#contract/users.ts'

/** The session as the browser knows it: the access token in a cookie that lives as long as the browser. */
export type Session = { readonly userId: string; readonly role: UserRole; readonly expiresAt: Date }

const ROLES: readonly UserRole[] = ['admin', 'super admin', 'regular user']

const writeCookie = (value: string, more = ''): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${ACCESS_TOKEN_COOKIE}=${value}; Path=/; SameSite=Strict${secure}${more}`
}

export const getToken = (): string | null => {
  const prefix = `${ACCESS_TOKEN_COOKIE}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length) || null
}

export const setToken = (token: string): void => writeCookie(token)

export const clearSession = (): void => writeCookie('', '; Max-Age=0')

const payloadOf = (token: string): unknown => {
  const middle = token.split('.')[1] ?? ''
  const bytes = atob(middle.replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))))
}

/** Reads the claims of `token` without checking its signature; null when it cannot be decoded. An expired one decodes. */
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

/** What the stored token claims; null without a token or with one that cannot be decoded. */
export const readSession = (): Session | null => {
  const token = getToken()
  return token ? decodeToken(token) : null
}

export const readRole = (): UserRole | null => readSession()?.role ?? null
