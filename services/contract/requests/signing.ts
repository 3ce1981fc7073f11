import canonicalize from 'canonicalize'

/**
 * What a decision's signature covers, built the same way by the server and by the phone: the phone
 * rebuilds it from what it shows and compares before it signs (a WebAuthn prompt shows no text).
 */

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** RFC 8785 text of plain JSON. Throws on what JSON cannot carry. */
export const canonicalText = (value: unknown): string => {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** base64url(SHA-256(UTF-8 of `text`)), 43 characters. */
export const hashOfText = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/**
 * The hash that stands for title and details in the signed content. The salt is as secret as they are, and goes with
 * them: whoever has only the hash cannot try texts.
 */
export const textHash = ({ title, details, salt }: SaltedText): Promise<string> =>
  hashOfText(canonicalText({ title, details, salt }))

export type SaltedText = {
  readonly title: string
  readonly details: string | null
  /** 32 bytes, base64url */
  readonly salt: string
}
