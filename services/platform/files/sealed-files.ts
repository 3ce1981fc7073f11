import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey, KeyName, Keys } from '../secrets/keys.ts'
import type { FileStore } from './file-store.ts'
import { inFrames } from './in-frames.ts'

/**
 * Files, sealed in frames of 256 KiB, so that neither end holds a whole file in memory. A frame is iv (12 bytes) ‖ AES-256-GCM ‖ tag
 * (16 bytes) and is bound to its file and place.
 */
export type SealedFiles = {
  /** Seals the bytes of a new file. Nothing of them stays if they break off. */
  write(id: string, name: KeyName, bytes: AsyncIterable<Uint8Array>): Promise<{ readonly keyId: string }>
  /** Undefined once the key is erased. Throws while it is read if the bytes are not those of this file. */
  read(file: StoredFile): Promise<AsyncIterable<Uint8Array> | undefined>
  remove(ids: readonly string[]): Promise<void>
}

export type StoredFile = { readonly id: string; readonly keyId: string; readonly size: number }

export const FRAME_BYTES = 256 * 1024
const IV_BYTES = 12
const TAG = { authTagLength: 16 }

const placeOf = (id: string, place: number): Buffer => Buffer.from(`file ${id} ${place}`)

const sealed = ({ secret }: DataKey, place: Buffer, frame: Uint8Array): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, iv, TAG).setAAD(place)
  return Buffer.concat([iv, cipher.update(frame), cipher.final(), cipher.getAuthTag()])
}

const opened = ({ secret }: DataKey, place: Buffer, bytes: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, IV_BYTES), TAG)
    .setAAD(place)
    .setAuthTag(bytes.subarray(-TAG.authTagLength))
  const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG.authTagLength))
  // Returns no more bytes, but throws if the authentication fails.
  decipher.final()
  return plain
}

export const createSealedFiles = (store: FileStore, keys: Pick<Keys, 'toSeal' | 'toRead'>): SealedFiles => {
  const keyById = async (id: string): Promise<DataKey | undefined> => (await keys.toRead([id])).get(id)

  async function* seal(id: string, name: KeyName, keyId: string, bytes: AsyncIterable<Uint8Array>) {
    let place = 0
    for await (const frame of inFrames(bytes, FRAME_BYTES)) {
      const [key] = await keys.toSeal([name])
      if (key!.id !== keyId) throw new Error('the key was erased while a file arrived')
      yield sealed(key!, placeOf(id, place), frame)
      place += 1
    }
  }

  async function* open({ id, keyId, size }: StoredFile) {
    let place = 0
    let length = 0
    for await (const bytes of inFrames(store.read(id), IV_BYTES + FRAME_BYTES + TAG.authTagLength)) {
      // Leased anew for each frame: an erasure ends also an answer that is under way.
      const key = await keyById(keyId)
      if (!key) throw new Error('the key was erased while a file was read')
      const frame = opened(key, placeOf(id, place), bytes)
      place += 1
      length += frame.length
      yield frame
    }
    if (length !== size) throw new Error(`${length} of the ${size} bytes of a file are there`)
  }

  return {
    remove: store.remove,
    async write(id, name, bytes) {
      const [key] = await keys.toSeal([name])
      await store.write(id, seal(id, name, key!.id, bytes))
      return { keyId: key!.id }
    },
    read: async (file) => ((await keyById(file.keyId)) ? open(file) : undefined),
  }
}
