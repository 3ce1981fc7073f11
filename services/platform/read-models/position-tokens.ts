import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { EventStore, Position } from '../event-store/event-store.ts'

/**
 * What clients hold of positions: encrypted, so that nobody learns from them what others do, and authenticated under
 * a key of this event store alone, so that nobody can make one up.
 */
export type PositionTokens = {
  seal(position: Position): Promise<string>
  /** Undefined for whatever this product never made of a position in this event store. */
  open(token: string): Promise<Position | undefined>
}

const CIPHER = 'aes-256-gcm'
const PURPOSE = 'vieraugen position tokens'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** A position of either store is shorter. */
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
      // What decodes leniently is another spelling of a token, which we never made.
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
