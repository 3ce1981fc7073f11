import type { Knex } from 'knex'
import { lasting, LOCK_MS, locked, type Build } from './builds.ts'
import { addColumns, type Tables } from '../definition/tables.ts'
import { columnsOf, pointView } from './views.ts'

/**
 * Gives a build the additive columns that were declared after it was begun. Of the build that is read the stable names
 * show them in the same transaction, one per table; rows that stand there are not rewritten. Throws what `isTransient`
 * says when readers did not let go in time; what was done until then stays, and the rest can be repeated.
 */
export const addAdditive = async (
  db: Knex,
  { name, model }: Pick<Build, 'name' | 'model'>,
  tables: Tables,
): Promise<void> => {
  for (const [table, { additive = {} }] of Object.entries(tables)) {
    const there = await columnsOf(db, name, table)
    if (Object.keys(additive).every((column) => column in there)) continue
    await lasting(db, async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
      const build = (await locked(trx, model)).find((one) => one.name === name)
      if (!build || build.state === 'retiring') return
      const isRead = build.state === 'active'
      // The view first and then its table, as readers do: nobody waits for each other.
      if (isRead) await trx.raw(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
      await addColumns(trx, name, table, additive)
      if (isRead) await pointView(trx, name, table)
    })
  }
}
