import { readFile } from 'node:fs/promises'
import type { Platform } from '#platform/platform.ts'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import { openSealBucket } from '#platform/seals/seal-bucket.ts'

/** Other chores wait meanwhile. */
const MAX_SEALS = 100

/** The byte of the ledger up to which its seals are in the bucket. */
const storedBefore = async (path: string): Promise<number | undefined> => {
  const byte = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  return Number.isNaN(byte) ? undefined : byte
}

/**
 * Puts each new seal into SEAL_BUCKET_URL, the first time the newest alone. How far it came is remembered beside the seals and not in
 * the database, whose owner could otherwise keep a seal from leaving. A failed attempt is repeated at the next tick.
 */
export const storeSeals = async ({ config, seals }: Pick<Platform, 'config' | 'seals'>): Promise<void> => {
  const { SEAL_BUCKET_URL: url, SEAL_BUCKET_REGION: region, SEAL_LEDGER: ledger } = config
  if (url === undefined || ledger === undefined || !seals) return
  const path = `${ledger}.stored`
  const waiting = (await seals.after(await storedBefore(path))).slice(0, MAX_SEALS)
  const bucket = openSealBucket(url, region)
  let stored: number | undefined
  try {
    for (const { seal, end } of waiting) {
      await bucket.put(seal)
      stored = end
    }
  } finally {
    if (stored !== undefined) writePrivateFile(path, `${stored}\n`)
  }
}
