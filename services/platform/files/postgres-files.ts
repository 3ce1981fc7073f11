import type { Knex } from 'knex'
import type { FileStore } from './file-store.ts'

/** One row per part. No transaction lasts as long as a client that sends or reads slowly. */
export const postgresFiles = (db: Knex): FileStore => {
  const remove: FileStore['remove'] = async (ids) => {
    await db('file_parts')
      .whereIn('file_id', [...ids])
      .delete()
  }
  return {
    remove,
    async write(id, parts) {
      let place = 0
      try {
        for await (const bytes of parts) {
          await db('file_parts').insert({ file_id: id, place, bytes })
          place += 1
        }
      } catch (error) {
        // Of another write with the same id, if the first part was refused.
        if (place > 0) await remove([id])
        throw error
      }
    },
    async *read(id) {
      for (let place = 0; ; place += 1) {
        const row: { readonly bytes: Buffer } | undefined = await db('file_parts')
          .where({ file_id: id, place })
          .first('bytes')
        if (!row) return
        yield row.bytes
      }
    },
  }
}
