/** The value of a cookie that scripts may read; null when it is missing or empty. */
export const readCookie = (name: string): string | null => {
  const prefix = `${name}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length) || null
}

export type CookieAttributes = {
  /** Absent: until the browser closes. */
  readonly seconds?: number
  /** `Lax`: also sent when a link on another site leads here. */
  readonly sameSite?: 'Strict' | 'Lax'
}

/** Sets a cookie for the whole site. Zero seconds delete it. */
export const writeCookie = (
  name: string,
  value: string,
  { seconds, sameSite = 'Strict' }: CookieAttributes = {},
): void => {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=${sameSite}${age}${secure}`
}
