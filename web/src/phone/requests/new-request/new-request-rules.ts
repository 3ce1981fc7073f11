export type TextFault = 'field' | 'short' | 'characters'

/** How many seconds a request stays open. The last one is the default. */
export const expiries = [3_600, 86_400, 604_800] as const
export type Expiry = (typeof expiries)[number]
export const MOST_TITLE = 200
export const MOST_ABOUT = 140
export const MOST_DETAILS = 4_000

/** A title is one line of at least 3 characters without control characters. It is trimmed before it is sent. */
export const titleFault = (title: string): TextFault | undefined => {
  const text = title.trim()
  if (text === '') return 'field'
  if (text.length < 3) return 'short'
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'characters' : undefined
}

/** Details may have several lines, but no other control characters. */
export const detailsFault = (details: string): TextFault | undefined =>
  /[\p{Cc}\p{Cs}]/u.test(details.replaceAll(/[\n\r\t]/g, '')) ? 'characters' : undefined
