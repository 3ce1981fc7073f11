import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { Unavailable } from '../event-store/event-store.ts'
import { sha256 } from '../primitives/ids.ts'
import type { KeyRing } from '../config/key-ring.ts'

/** A data key as stored in the database. */
export type WrappedKey = { readonly id: string; readonly wrapped: Buffer; readonly master_number: number }

export type Wrapping = {
  /** Throws MasterKeyMissing. */
  wrap(number: number, id: string, secret: Buffer): Buffer
  /** Throws MasterKeyMissing, or an error if id, key and content do not belong together. */
  unwrap(key: WrappedKey): Buffer
}

/**
 * This process lacks the master key that wraps a data key. It is Unavailable, so that the process waits instead of treating data as
 * damaged.
 */
export class MasterKeyMissing extends Unavailable {
  constructor(number: number) {
    super(
      `MASTER_KEY: number ${number} wraps data keys and is not in the setting of this process. ` +
        'Give every process both keys before rotate-master-key runs.',
    )
  }
}

/** The format of a wrapped key: AES-256-GCM under SHA-256 of the master key, bound to the id of the data key. */
const TAG = Buffer.from('w1:')

export const createWrapping = (ring: KeyRing): Wrapping => {
  const masters = new Map<number, KeyObject>(
    ring.all.map(({ number, secret }) => [number, createSecretKey(sha256(secret))]),
  )
  const masterOf = (number: number): KeyObject => {
    const master = masters.get(number)
    if (!master) throw new MasterKeyMissing(number)
    return master
  }
  return {
    wrap(number, id, secret) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', masterOf(number), iv).setAAD(Buffer.from(id))
      return Buffer.concat([TAG, iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    unwrap({ id, wrapped, master_number: number }) {
      if (!wrapped.subarray(0, TAG.length).equals(TAG))
        throw new Error(`the data key ${id} is wrapped in a way that is not known here`)
      const bytes = wrapped.subarray(TAG.length)
      const decipher = createDecipheriv('aes-256-gcm', masterOf(number), bytes.subarray(0, 12))
        .setAAD(Buffer.from(id))
        .setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    },
  }
}
