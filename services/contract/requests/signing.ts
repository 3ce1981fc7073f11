/**
 * Builds the signed content, on the server and on the phone. A WebAuthn prompt shows no text, so the phone rebuilds the
 * content from the texts that it shows, and compares before it signs.
 */

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** RFC 8785; undefined for what JSON leaves out. */
const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return `[${Array.from(value, (one) => textOf(one) ?? 'null').join()}]`
  if (typeof value === 'object' && value !== null)
    return isWritten(value) ? textOf(value.toJSON()) : membersOf(value as Readonly<Record<string, unknown>>)
  const isText =
    typeof value === 'string' ? value.isWellFormed() : typeof value !== 'number' || isFinite(value)
  if (!isText) throw new TypeError('not a JSON value')
  return JSON.stringify(value)
}

/** Whether it says itself how JSON has it: a date, bytes. */
const isWritten = (value: object): value is { toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function'

const membersOf = (value: Readonly<Record<string, unknown>>): string => {
  // Sorted by units of UTF-16, as the RFC asks for.
  const names = Object.keys(value).sort()
  const members = names.map((name) => ({ name: textOf(name)!, text: textOf(value[name]) }))
  return `{${members.flatMap(({ name, text }) => (text === undefined ? [] : `${name}:${text}`)).join()}}`
}

/** RFC 8785 text of plain JSON. Throws for values that JSON cannot represent. */
export const canonicalText = (value: unknown): string => {
  const text = textOf(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** base64url(SHA-256(UTF-8 of `text`)), 43 characters. */
export const hashOfText = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** The hash of title and details in the signed content. The secret salt prevents guessing the text from its hash. */
export const textHash = ({ title, details, salt }: SaltedText): Promise<string> =>
  hashOfText(canonicalText({ title, details, salt }))

/** The hash of the name of a file in the signed content. */
export const nameHash = (name: string, salt: string): Promise<string> =>
  hashOfText(canonicalText({ name, salt }))

export type SaltedText = {
  readonly title: string
  readonly details: string | null
  /** 32 bytes, base64url. */
  readonly salt: string
}
