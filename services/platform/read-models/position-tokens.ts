import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { EventStore, Position } from '../event-store/event-store.ts'

/**
 * Positions as clients hold them. They are encrypted, so that clients learn nothing about the activity of others, and
 * authenticated with a key of this event store, so that clients cannot forge them.
 */
export type PositionTokens = {
  seal(position: Position): Promise<string>
  /** Returns undefined for a token that `seal` did not make for this event store. */
  open(token: string): Promise<Position | undefined>
}

const CIPHER = 'aes-256-gcm'
const PURPOSE = 'vieraugen position tokens'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Long enough for the positions of both stores. */
const TOKEN = /^[A-Za-z0-9_-]{40,120}$/

export const createPositionTokens = (
  tokenSecret: string,
  eventStore: Pick<EventStore, 'identity'>,
): PositionTokens => {
  let known: Buffer | undefined
  const key = async (): Promise<Buffer> =>
    (known ??= Buffer.from(hkdfSync('sha256', tokenSecret, await eventStore.identity(), PURPOSE, 32)))
  return {
    async seal(position) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, await key(), nonce)
      const sealed = [nonce, cipher.update(position, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    async open(token) {
      const bytes = TOKEN.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0)
      // Base64 decoding is lenient. Another spelling of a token is not one that we made.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
      const secret = await key()
      const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
      try {
        return text + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
