/** Crockford's base 32 omits I, L, O and U, so that the id can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Five characters of a UUID, such as `K7-42Q`. Two people can compare it on the phone; it is not unique. */
export const shortId = (id: string): string => {
  const tail = Number.parseInt(id.replaceAll('-', '').slice(-7), 16)
  const text = [20, 15, 10, 5, 0].map((shift) => ALPHABET[(tail >>> shift) & 31]).join('')
  return `${text.slice(0, 2)}-${text.slice(2)}`
}

/** The last 25 bits of the UUID, from a short id with or without its dash; null if `text` is not a short id. */
export const shortIdBits = (text: string): number | null => {
  const characters = text.toUpperCase().replace(/^(..)-/, '$1')
  if (!/^[0-9A-HJKMNP-TV-Z]{5}$/.test(characters)) return null
  return [...characters].reduce((bits, character) => bits * 32 + ALPHABET.indexOf(character), 0)
}
