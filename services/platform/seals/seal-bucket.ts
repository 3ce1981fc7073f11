import { sha256 } from '../primitives/ids.ts'
import { openBucket } from '../stores/bucket.ts'
import type { Seal } from './seals.ts'

/** A bucket of an S3-compatible object store. */
export type SealBucket = {
  /** Resolves when the bucket has this seal. Rejects with the code and the status of the answer, or after 10 s. */
  put(seal: Seal): Promise<void>
}

/** A name that only this seal has, in the order of the log. */
const nameOf = ({ store, events, signature }: Seal): string =>
  `${store}/${String(events).padStart(12, '0')}-${sha256(signature).toString('hex').slice(0, 32)}.json`

/** `url`: SEAL_BUCKET_URL. */
export const openSealBucket = (url: string, region: string | undefined): SealBucket => {
  const bucket = openBucket(url, region)
  return {
    async put(seal) {
      await bucket.put(nameOf(seal), Buffer.from(`${JSON.stringify(seal)}\n`), 'application/json')
    },
  }
}
