import type { Bytes } from '#contract/evidence/bytes.ts'
import { INTEGER, OCTETS, onlyElement, partsOf, SEQUENCE, within } from '#contract/evidence/der.ts'
import { sha256 } from '../primitives/ids.ts'

/** Question and answer of RFC 3161. */

const BOOLEAN = 1
const LONG = 128

/** An element of DER. */
export const encoded = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  if (body.length < LONG) return Buffer.concat([Buffer.of(tag, body.length), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, LONG + length.length), length, body])
}

const SHA_256 = Buffer.from('300d06096086480165030402010500', 'hex')

/** `nonce` begins with a byte from 1 to 127, so that it is one number in one form. */
export const timeStampRequest = (text: string, nonce: Uint8Array): Buffer =>
  encoded(
    SEQUENCE,
    encoded(INTEGER, Buffer.of(1)),
    encoded(SEQUENCE, SHA_256, encoded(OCTETS, sha256(text))),
    encoded(INTEGER, nonce),
    // With the certificate of the signer.
    encoded(BOOLEAN, Buffer.of(0xff)),
  )

const MOST_GRANTED = 1

/** The token in an answer; null if the authority grants none. Throws TypeError for what is no answer. */
export const tokenIn = (answer: Bytes): Bytes | null => {
  const [status, token, ...more] = partsOf(onlyElement(answer))
  const [code, ...longer] = within(partsOf(status)[0], INTEGER)
  if (code === undefined || longer.length > 0 || more.length > 0) throw new TypeError('no answer of RFC 3161')
  return code <= MOST_GRANTED && token ? token.whole : null
}
