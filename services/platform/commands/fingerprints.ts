import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import type { Clock } from '../primitives/clock.ts'
import { FINGERPRINTS, type DataKey, type Keys } from '../secrets/keys.ts'

/**
 * The fingerprint of a request in the events that it caused: an HMAC under a key of the day. The key lives for a day or two.
 * Until then a retry can be told from a different request. Afterwards nobody can test a guess against an event.
 */
export type Fingerprints = {
  of(content: string): Promise<string>
  /** Also true if the key no longer exists. */
  fits(fingerprint: string, content: string): Promise<boolean>
}

const DAY_MS = 24 * 3_600_000
const TAG = 'f1'

const subjectOf = (day: Date): string => `${FINGERPRINTS}${day.toISOString().slice(0, 10)}`

const write = ({ id, secret }: DataKey, content: string): string => {
  const mac = createHmac('sha256', secret).update(content).digest().subarray(0, 16)
  return `${TAG}:${id}:${mac.toString('base64url')}`
}

export const createFingerprints = (keys: Keys, clock: Clock): Fingerprints => ({
  async of(content) {
    const [key] = await keys.toSeal([{ subject: subjectOf(clock.now()), workspaceId: null }])
    return write(key!, content)
  },
  async fits(fingerprint, content) {
    const [tag, id] = fingerprint.split(':')
    if (tag !== TAG || id === undefined) return true
    const key = (await keys.toRead([id])).get(id)
    return key === undefined || write(key, content) === fingerprint
  },
})

/** Deletes the keys of the days before yesterday. */
export const forgetFingerprints = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  const yesterday = subjectOf(new Date(clock.now().getTime() - DAY_MS))
  await db('data_keys')
    .whereRaw(`subject LIKE '${FINGERPRINTS}%'`)
    .whereRaw('subject COLLATE "C" < ?', [yesterday])
    .delete()
}
