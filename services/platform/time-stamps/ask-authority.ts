import { randomBytes } from 'node:crypto'
import type { Bytes } from '#contract/evidence/bytes.ts'
import { BadStamp, verifyTimeStamp, type StampFault, type TimeStamp } from '#contract/evidence/time-stamps.ts'
import { timeStampRequest, tokenIn } from './time-stamp-messages.ts'

/** The client of a time-stamping authority (RFC 3161, section 3.4). */

/**
 * Why there is no stamp. `unreached`: no answer, or a failure of its own. `refused`: it grants none. `invalid`: what it answers is no
 * stamp of what was asked for.
 */
export type StampTrouble = 'unreached' | 'refused' | 'invalid'

export type Stamped = { readonly token: Bytes; readonly stamp: TimeStamp }
export type StampAnswer = Stamped | { readonly trouble: StampTrouble; readonly fault?: StampFault }

const ANSWER_MS = 5_000
const MAX_BYTES = 64 * 1024
const NONCE_BYTES = 8
const [SERVER_ERROR, TOO_MANY] = [500, 429]

/** Rejects if it is longer than any right one. */
const bytesOf = async (response: Response): Promise<Bytes> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_BYTES) throw new Error('the answer of an authority is too long')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** A positive number of this many bytes. */
const newNonce = (): Bytes => {
  const bytes = new Uint8Array(randomBytes(NONCE_BYTES))
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes
}

const checked = async (
  answer: Bytes,
  text: string,
  asked: { readonly nonce: Bytes; readonly authorities: readonly string[] },
): Promise<StampAnswer> => {
  try {
    const token = tokenIn(answer)
    return token ? { token, stamp: await verifyTimeStamp(token, text, asked) } : { trouble: 'refused' }
  } catch (error) {
    return { trouble: 'invalid', fault: error instanceof BadStamp ? error.fault : 'unreadable' }
  }
}

/** Asks for a stamp over a text, and checks it fully. Never rejects. Takes at most 5 s. */
export const askAuthority = async (
  url: string,
  text: string,
  authorities: readonly string[] = [],
): Promise<StampAnswer> => {
  const nonce = newNonce()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(timeStampRequest(text, nonce)),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { status } = response
    if (status >= SERVER_ERROR || status === TOO_MANY) return { trouble: 'unreached' }
    if (!response.ok) return { trouble: 'refused' }
    return await checked(await bytesOf(response), text, { nonce, authorities })
  } catch {
    return { trouble: 'unreached' }
  }
}
