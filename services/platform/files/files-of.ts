import type { Knex } from 'knex'
import { openBucket } from '../stores/bucket.ts'
import { bucketFiles } from './bucket-files.ts'
import type { FileStore } from './file-store.ts'
import { postgresFiles } from './postgres-files.ts'

/** Writes to the first, and still reads and removes what the other has. */
export const before = (first: FileStore, other: FileStore): FileStore => ({
  write: first.write,
  async *read(id) {
    let isThere = false
    for await (const part of first.read(id)) {
      isThere = true
      yield part
    }
    if (!isThere) yield* other.read(id)
  },
  async remove(ids) {
    await Promise.all([first.remove(ids), other.remove(ids)])
  },
})

type Settings = {
  readonly FILE_BUCKET_URL?: string | undefined
  readonly FILE_BUCKET_REGION?: string | undefined
}

/** Where the bytes of files lie: in the bucket of FILE_BUCKET_URL, otherwise in PostgreSQL. */
export const filesOf = (
  db: Knex,
  { FILE_BUCKET_URL: url, FILE_BUCKET_REGION: region }: Settings,
): FileStore =>
  url === undefined ? postgresFiles(db) : before(bucketFiles(openBucket(url, region)), postgresFiles(db))
