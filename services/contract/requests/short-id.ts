/** Crockford's base 32: no I, L, O and U, so that it can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Five characters of a UUID, like `K7-42Q`: what two people compare on the phone, not an identity. */
export const shortId = (id: string): string => {
  const tail = Number.parseInt(id.replaceAll('-', '').slice(-7), 16)
  const text = [20, 15, 10, 5, 0].map((shift) => ALPHABET[(tail >>> shift) & 31]).join('')
  return `${text.slice(0, 2)}-${text.slice(2)}`
}

/** The 25 bits at the end of a UUID that a short id says; null for what is none. The dash may be left out. */
export const shortIdBits = (text: string): number | null => {
  const signs = text.toUpperCase().replace(/^(..)-/, '$1')
  if (!/^[0-9A-HJKMNP-TV-Z]{5}$/.test(signs)) return null
  return [...signs].reduce((bits, sign) => bits * 32 + ALPHABET.indexOf(sign), 0)
}
