import { CONSENT_COOKIE } from '#contract/common.ts'

const DAYS = 365

export const cookiesAccepted = (): boolean =>
  document.cookie.split('; ').some((pair) => pair.startsWith(`${CONSENT_COOKIE}=`))

/** Remembers for 365 days that the cookie notice was accepted. */
export const acceptCookies = (): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${CONSENT_COOKIE}=true; Path=/; Max-Age=${DAYS * 86_400}; SameSite=Strict${secure}`
}
