import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { canonicalText } from '#contract/signing.ts'
import type { Json } from './event-store/event-store.ts'
import { sha256 } from './ids.ts'
import type { DataKey } from './keys.ts'

/**
 * A sealed value as it stands in a fact. What is hashed is the commitment, never the ciphertext:
 * SHA-256(salt ‖ RFC 8785 text of the value). The salt follows from key and place, so a retry commits
 * alike, and it is sealed with the value: whoever is shown both can check the plain text against the chain.
 */
export type Sealed = {
  readonly $sealed: string
  readonly key: string
  readonly commitment: string
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && '$sealed' in value

/** `place` names the fact and the field (`<event id>/<field>`) and is authenticated with the value. */
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
  return { $sealed: sealed.toString('base64'), key: key.id, commitment: sha256(salt, text).toString('hex') }
}

/** The value, and the salt that an export shows with it. Throws when key, place or content were exchanged. */
export const unseal = (key: DataKey, place: string, sealed: Sealed): { value: Json; salt: Buffer } => {
  const bytes = Buffer.from(sealed.$sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, 12))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-16))
  const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  return { value: JSON.parse(plain.toString('utf8', 16)) as Json, salt: plain.subarray(0, 16) }
}
