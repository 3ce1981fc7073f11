import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import { allEvents } from '#modules/all.events.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { takeBackReactors } from '#platform/effects/reactor-checkpoints.ts'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { misplacedCheckpoints, requireStores, type StoredCheckpoint } from '#platform/stores/stores.ts'
import { buildsOf } from '../../projections/engine/builds/builds.ts'
import { discard } from '../../projections/engine/builds/retire.ts'
import { repeatErasures } from '../worker/repeat-erasures.ts'
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

const PAGE = 100

/**
 * Up to where the event store is known to hold what it held: the fact of the newest mail that is still there. What
 * reactors had seen after it may be gone, and others may stand in its place.
 */
const commonPlace = async ({ db, eventStore }: Platform) => {
  type Cause = {
    readonly id: string
    readonly event_id: string
    readonly stream: string
    readonly revision: string
  }
  for (let skipped = 0; ; skipped += PAGE) {
    const causes: Cause[] = await db('effects')
      .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
      .select('event_id', 'stream', 'revision')
      .offset(skipped)
      .limit(PAGE)
    for (const { event_id, stream, revision } of causes) {
      const [fact] = await eventStore.readStream(stream, { from: Number(revision), max: 1 })
      if (fact?.id === event_id) return { position: fact.position, fact: hashOrId(fact) }
    }
    if (causes.length < PAGE) return { position: null, fact: null }
  }
}

export type Fitted = {
  /** Those that were repeated. */
  readonly erasures: number
  /** Read models that were built anew, and reactors that went back: they stood on facts that are gone. */
  readonly takenBack: readonly string[]
  /** Accounts whose facts are gone. */
  readonly lostAccounts: number
}

/**
 * Destroys again, by the ledger, what a restored database brought back, and takes out of PostgreSQL what came from facts
 * that an event store restored from an older backup does not hold. No process may run. Throws StoreExchanged and
 * whatever else `requireStores` throws, and DamagedLedger, with nothing changed.
 */
export const fitToEventStore = async (platform: Platform): Promise<Fitted> => {
  const { db, eventStore } = platform
  // Before anything is taken back: a store that is another one shows no fact of ours, and all would seem ahead.
  await requireStores(platform)
  // First, so that no read model is built with what is erased.
  const repeated = await repeatErasures(platform, { alone: true })
  const misplaced = await misplacedCheckpoints(db, eventStore)
  const modelOf = new Map((await buildsOf(db)).map(({ name, model }) => [name, model]))
  const namesOf = (wanted: StoredCheckpoint['kind']) =>
    misplaced.flatMap(({ kind, name }) => (kind === wanted ? name : []))
  const reactors = namesOf('reactor')
  // To the beginning first: were we to die here, they would only be told more than they need.
  await takeBackReactors(db, reactors, { position: null, fact: null })
  for (const build of namesOf('read model')) await discard(db, build)
  if (reactors.length > 0) await takeBackReactors(db, reactors, await commonPlace(platform))
  // Not before everybody stands on what is there: new facts would hide who does not.
  await repeated.append()
  const projector = await startProjector(platform)
  await projector.caughtUp()
  await projector.stop()
  const takenBack = [...new Set(misplaced.map(({ name }) => modelOf.get(name) ?? name))]
  return { erasures: repeated.count, takenBack, lostAccounts: await forgetLostAccounts(platform) }
}

export const restored: Command = {
  usage: '',
  summary:
    'after a restore, before the processes start: erases again, and fits PostgreSQL to an older event store',
  run: async () => {
    const found = await openOpsDatabase()
    const log = createLogger('error')
    const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
    try {
      if (found.config.ERASURE_LEDGER === undefined)
        throw new UserFacingError(
          'ERASURE_LEDGER is missing: without it those who were erased would come back.',
        )
      const { erasures, takenBack, lostAccounts } = await fitToEventStore(platform)
      console.log(`${erasures} erasures were repeated.`)
      console.log(takenBack.length === 0 ? 'Nothing was ahead.' : `Taken back: ${takenBack.join(', ')}.`)
      console.log(`${lostAccounts} accounts have lost their facts. The processes may start.`)
      return 0
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
