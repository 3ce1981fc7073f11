import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import type { Build, BuildState } from '../engine/builds/builds.ts'

/** A build as operators see it. */
export type BuildView = {
  readonly model: string
  /** e.g. `users_3` */
  readonly build: string
  readonly version: number
  /** held: active, with lanes that wait for a newer program. */
  readonly state: Exclude<BuildState, 'retiring'> | 'held'
  /** The projector promotes it when it reaches the head. */
  readonly promotes: boolean
  /** The build that it replaced: the target of a rollback. */
  readonly follows: string | null
  /** In the unit of `countOf`; null before the first fact. */
  readonly position: number | null
  /** Facts to the head; at most 1,000 if the store cannot count them. */
  readonly lagFacts: number
  /** 0 to 1 of the way to the head. */
  readonly share: number
  /** Estimated seconds to the head; null unless it is being built. */
  readonly secondsLeft: number | null
  /** The size of its tables and indexes. */
  readonly bytes: number
  /** Number of dead letters. */
  readonly parked: number
  readonly held: number
}

/** The distance of a position from the start: facts in a PostgreSQL table, bytes of the log in EventStoreDB. */
export const countOf = (position: Position | null | undefined): number => {
  const start = (position?.indexOf(':') ?? 0) + 1
  return Number(position?.slice(start, start + 20) ?? 0)
}

/** Whether `countOf` counts facts and not bytes. */
export const countsFacts = (position: Position | null): boolean =>
  position === null || position.startsWith('p1:')

/** The progress of a position towards the head, 0 to 1. */
export const shareOf = (position: Position | null, head: Position | null): number =>
  head === null || (position ?? '') >= head ? 1 : countOf(position) / countOf(head)

const MAX_COUNTED = 1_000

const lagOf = async (
  eventStore: Pick<EventStore, 'readAll'>,
  position: Position | null,
  head: Position | null,
): Promise<number> => {
  if (head === null || (position ?? '') >= head) return 0
  if (countsFacts(head)) return countOf(head) - countOf(position)
  return (await eventStore.readAll({ after: position, max: MAX_COUNTED })).events.length
}

type Row = Build & {
  readonly parked: string
  readonly held: string
  readonly bytes: string
  readonly age: string
}

const rowsOf = (db: Knex, model: string | undefined): Promise<Row[]> =>
  db('checkpoints as c')
    .whereNot({ state: 'retiring' })
    .modify((rows) => void (model !== undefined && rows.where({ model })))
    .orderBy(['model', 'build'])
    .select(
      'c.*',
      db.raw('extract(epoch FROM now() - created_at) AS age'),
      db.raw('(SELECT count(*) FROM parked_facts p WHERE p.build = c.name AND NOT held) AS parked'),
      db.raw('(SELECT count(*) FROM parked_facts p WHERE p.build = c.name AND held) AS held'),
      db.raw(`(SELECT coalesce(sum(pg_total_relation_size(t.oid)), 0) FROM pg_class t
        JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = c.name AND t.relkind = 'r') AS bytes`),
    )

/** Returns every build, or those of one model, oldest first. */
export const overview = async (
  { db, eventStore }: { readonly db: Knex; readonly eventStore: Pick<EventStore, 'head' | 'readAll'> },
  model?: string,
): Promise<BuildView[]> => {
  const rows = await rowsOf(db, model)
  // Read the head last, as builds may advance meanwhile.
  const head = await eventStore.head()
  const lags = new Map(
    await Promise.all(
      [...new Set(rows.map(({ position }) => position))].map(
        async (position) => [position, await lagOf(eventStore, position, head)] as const,
      ),
    ),
  )
  return rows.map((row) => {
    const { position, state, promotes, follows } = row
    const [parked, held, share] = [Number(row.parked), Number(row.held), shareOf(position, head)]
    const isUnderWay = state === 'building' && share > 0
    return {
      model: row.model,
      build: row.name,
      version: row.version,
      state: state === 'active' && held > 0 ? 'held' : (state as Exclude<BuildState, 'retiring'>),
      promotes,
      follows,
      position: position === null ? null : countOf(position),
      lagFacts: lags.get(position)!,
      share,
      secondsLeft: isUnderWay ? Math.ceil((Number(row.age) * (1 - share)) / share) : null,
      bytes: Number(row.bytes),
      parked,
      held,
    }
  })
}
