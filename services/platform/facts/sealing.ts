import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { canonicalText } from '#contract/requests/signing.ts'
import type { Json } from '../event-store/event-store.ts'
import { sha256 } from '../primitives/ids.ts'
import type { DataKey } from '../secrets/keys.ts'

/**
 * A sealed value in an event. The event's hash covers the commitment, not the ciphertext: SHA-256(salt ‖ RFC 8785 text of the
 * value). The salt is derived from key and place, so a retry makes the same commitment. It is sealed with the value: salt and
 * value together prove the plain text against the hash chain.
 */
export type Sealed = {
  /** `s1:` and base64 of iv (12 bytes) ‖ AES-256-GCM of salt (16 bytes) and text ‖ tag (16 bytes). */
  readonly $sealed: string
  /** The id of the data key. */
  readonly key: string
  /** `c1:` and 64 hex digits. */
  readonly commitment: string
}

const SEALED = 's1:'
const COMMITMENT = 'c1:'
const TAG = { authTagLength: 16 }

/** Whether this program knows the format. A newer one may use another. */
export const isKnownSeal = ({ $sealed }: Sealed): boolean => $sealed.startsWith(SEALED)

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && '$sealed' in value

/** `place` is `<event id>/<field>`. It is authenticated with the value. */
export const seal = (key: DataKey, place: string, value: Json): Sealed => {
  const salt = createHmac('sha256', key.secret).update(`salt ${place}`).digest().subarray(0, 16)
  const text = canonicalText(value)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([
    iv,
    cipher.update(salt),
    cipher.update(text),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return {
    $sealed: SEALED + sealed.toString('base64'),
    key: key.id,
    commitment: COMMITMENT + sha256(salt, text).toString('hex'),
  }
}

/** Returns the value, and the salt for an export. Throws if key, place or content do not belong together. */
export const unseal = (key: DataKey, place: string, sealed: Sealed): { value: Json; salt: Buffer } => {
  const bytes = Buffer.from(sealed.$sealed.slice(SEALED.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, 12), TAG)
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-16))
  const plain = decipher.update(bytes.subarray(12, -16))
  // Returns no more bytes, but throws if the authentication fails.
  decipher.final()
  return { value: JSON.parse(plain.toString('utf8', 16)) as Json, salt: plain.subarray(0, 16) }
}
