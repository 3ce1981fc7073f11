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

/** Without this the owners of lost accounts could never sign up again. */
const forgetLostAccounts = async ({ db, eventStore }: Platform): Promise<number> => {
  const rows = db.union(
    ACCOUNT_TABLES.map((table) => db(table).select('user_id')),
    true,
  )
  const candidates: string[] = await db
    .from(rows.as('rows'))
    .whereNotIn('user_id', db('users').select('id'))
    .pluck('user_id')
  let lost = 0
  for (const userId of candidates) {
    if ((await eventStore.readStream(userStream(userId), { max: 1 })).length > 0) continue
    for (const table of ACCOUNT_TABLES) await db(table).where({ user_id: userId }).delete()
    lost += 1
  }
  return lost
}

const PAGE = 100

/**
 * Returns the last position up to which the event store certainly holds the same facts: that of the newest mail
 * whose fact still exists. Later facts that reactors handled may be gone or replaced.
 */
const lastCommonPosition = async ({ db, eventStore }: Platform) => {
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
  /** Number of repeated erasures. */
  readonly erasures: number
  /** Rebuilt read models and reset reactors, which were ahead of the event store. */
  readonly reset: readonly string[]
  /** Number of accounts whose facts are gone. */
  readonly lostAccounts: number
}

/**
 * Repeats the erasures of the ledger, and removes from PostgreSQL what came from facts that an older backup of the
 * event store does not hold. No other process may run. Throws StoreExchanged, other errors of `requireStores`, and
 * DamagedLedger before anything has changed.
 */
export const fitToEventStore = async (platform: Platform): Promise<Fitted> => {
  const { db, eventStore } = platform
  // First: in a different store every checkpoint would seem to be ahead.
  await requireStores(platform)
  // Before the read models are built, so that they hold no erased data.
  const repeated = await repeatErasures(platform, { alone: true })
  const misplaced = await misplacedCheckpoints(db, eventStore)
  const modelOf = new Map((await buildsOf(db)).map(({ name, model }) => [name, model]))
  const namesOf = (wanted: StoredCheckpoint['kind']) =>
    misplaced.flatMap(({ kind, name }) => (kind === wanted ? name : []))
  const reactors = namesOf('reactor')
  // Reset to the start first: after a crash reactors would then only repeat facts.
  await takeBackReactors(db, reactors, { position: null, fact: null })
  for (const build of namesOf('read model')) await discard(db, build)
  if (reactors.length > 0) await takeBackReactors(db, reactors, await lastCommonPosition(platform))
  // Only after every checkpoint is corrected: new events would hide a wrong one.
  await repeated.append()
  const projector = await startProjector(platform)
  await projector.caughtUp()
  await projector.stop()
  const reset = [...new Set(misplaced.map(({ name }) => modelOf.get(name) ?? name))]
  return { erasures: repeated.count, reset, lostAccounts: await forgetLostAccounts(platform) }
}

export const restored: Command = {
  usage: '',
  summary:
    'run after a restore, before the processes: repeats erasures, and fits PostgreSQL to an older event store',
  run: async () => {
    const found = await openOpsDatabase()
    const log = createLogger('error')
    const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
    try {
      if (found.config.ERASURE_LEDGER === undefined)
        throw new UserFacingError('ERASURE_LEDGER is not set. Without it erased people would come back.')
      const { erasures, reset, lostAccounts } = await fitToEventStore(platform)
      console.log(`${erasures} erasures repeated.`)
      console.log(reset.length === 0 ? 'No checkpoint was ahead.' : `Reset: ${reset.join(', ')}.`)
      console.log(`${lostAccounts} accounts lost their facts. Start the processes now.`)
      return 0
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
