import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { allEvents } from '#modules/all.events.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { takeBackReactors } from '#platform/effects/reactor-checkpoints.ts'
import { createLogger } from '#platform/logger.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { requireStores } from '#platform/stores.ts'
import { resetProjection } from '../../projections/checkpoints.ts'
import { projections } from '../../projections/index.ts'
import { startProjector } from '../../projections/projector.ts'

const ACCOUNT_TABLES = ['credentials', 'identities']

/** Their rows would keep the owners of lost accounts from ever getting in again. */
const forgetLostAccounts = async ({ db, eventStore }: Platform): Promise<number> => {
  const rows = db.union(
    ACCOUNT_TABLES.map((table) => db(table).select('user_id')),
    true,
  )
  const doubtful: string[] = await db
    .from(rows.as('rows'))
    .whereNotIn('user_id', db('users').select('id'))
    .pluck('user_id')
  let lost = 0
  for (const userId of doubtful) {
    if ((await eventStore.readStream(userStream(userId), { max: 1 })).length > 0) continue
    for (const table of ACCOUNT_TABLES) await db(table).where({ user_id: userId }).delete()
    lost += 1
  }
  return lost
}

export type Fitted = {
  /** Read models that were built anew, and reactors that go on with the next fact: they were ahead. */
  readonly takenBack: readonly string[]
  /** Accounts whose facts are gone. */
  readonly lostAccounts: number
}

/**
 * Takes out of PostgreSQL what came from facts that an event store restored from an older backup does not hold.
 * Throws StoreExchanged and whatever else `requireStores` throws, with nothing changed.
 */
export const fitToEventStore = async (platform: Platform): Promise<Fitted> => {
  const { db, eventStore } = platform
  // Before anything is taken back: a store that is another one shows no fact of ours, and all would seem ahead.
  await requireStores(platform)
  const head = await eventStore.head()
  const ahead: readonly string[] = await db('checkpoints')
    .whereRaw(`position COLLATE "C" > ?`, [head ?? ''])
    .pluck('name')
  for (const projection of projections)
    if (ahead.includes(projection.name)) await resetProjection(db, projection)
  const takenBack = [...ahead, ...(await takeBackReactors(db, head))]
  const projector = await startProjector(platform)
  await projector.caughtUp()
  await projector.stop()
  return { takenBack, lostAccounts: await forgetLostAccounts(platform) }
}

export const restored: Command = {
  usage: '',
  summary: 'after a restore, before the processes start: fits PostgreSQL to an older event store',
  run: async () => {
    const found = await openOpsDatabase()
    const log = createLogger('warn')
    const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
    try {
      const { takenBack, lostAccounts } = await fitToEventStore(platform)
      console.log(takenBack.length === 0 ? 'Nothing was ahead.' : `Taken back: ${takenBack.join(', ')}.`)
      console.log(`${lostAccounts} accounts have lost their facts. The processes may start.`)
      return 0
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
