import type { Knex } from 'knex'
import { durably, LOCK_MS, lockBuilds, type Build } from './builds.ts'
import { addColumns, type Tables } from '../definition/tables.ts'
import { columnsOf, pointView } from './views.ts'

/**
 * Adds the additive columns that were declared after a build started, one table per transaction. The view of an
 * active build shows them in the same transaction. Existing rows are not rewritten. Throws a transient error
 * (`isTransient`) when readers keep a lock too long; the finished tables stay, and the call can be repeated.
 */
export const addAdditive = async (
  db: Knex,
  { name, model }: Pick<Build, 'name' | 'model'>,
  tables: Tables,
): Promise<void> => {
  for (const [table, { additive = {} }] of Object.entries(tables)) {
    const existing = await columnsOf(db, name, table)
    if (Object.keys(additive).every((column) => column in existing)) continue
    await durably(db, async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
      const build = (await lockBuilds(trx, model)).find((one) => one.name === name)
      if (!build || build.state === 'retiring') return
      const isRead = build.state === 'active'
      // Lock the view before its table, as readers do. Another order would deadlock.
      if (isRead) await trx.raw(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
      await addColumns(trx, name, table, additive)
      if (isRead) await pointView(trx, name, table)
    })
  }
}
