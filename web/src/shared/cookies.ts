/** The value of a cookie that scripts may read; null when it is missing or empty. */
export const readCookie = (name: string): string | null => {
  const prefix = `${name}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length) || null
}

export type CookieAttributes = {
  /** Absent: as long as the browser runs. */
  readonly seconds?: number
  /** `Lax`: it is sent when a link of another site leads here, too. */
  readonly sameSite?: 'Strict' | 'Lax'
}

/** For the whole site; no seconds take it away. */
export const writeCookie = (
  name: string,
  value: string,
  { seconds, sameSite = 'Strict' }: CookieAttributes = {},
): void => {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=${sameSite}${age}${secure}`
}
