import type { Bucket } from '../stores/bucket.ts'
import type { FileStore } from './file-store.ts'

const TYPE = 'application/octet-stream'
const nameOf = (id: string, place: number): string => `files/${id}/${String(place).padStart(4, '0')}`

/** One object per part, as PostgreSQL has one row, so that no process holds a whole file in memory. */
export const bucketFiles = (bucket: Bucket): FileStore => {
  /** From the end, so that what is left of a removal that broke off is found by the next one. */
  const removeFirst = async (id: string, count: number): Promise<void> => {
    for (let place = count - 1; place >= 0; place -= 1) await bucket.remove(nameOf(id, place))
  }
  const countOf = async (id: string): Promise<number> => {
    let count = 0
    while (await bucket.has(nameOf(id, count))) count += 1
    return count
  }
  return {
    async remove(ids) {
      for (const id of ids) await removeFirst(id, await countOf(id))
    },
    async write(id, parts) {
      let place = 0
      let isTaken = false
      try {
        for await (const bytes of parts) {
          isTaken = !(await bucket.put(nameOf(id, place), bytes, TYPE))
          if (isTaken) throw new Error('duplicate key: the bucket has this file')
          place += 1
        }
      } catch (error) {
        // Whether the last part arrived is unknown, unless it was there before: then it is of another write with the same id.
        await removeFirst(id, isTaken ? place : place + 1)
        throw error
      }
    },
    async *read(id) {
      for (let place = 0; ; place += 1) {
        const bytes = await bucket.get(nameOf(id, place))
        if (!bytes) return
        yield bytes
      }
    },
  }
}
