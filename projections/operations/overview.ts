import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import type { Build, BuildState } from '../engine/builds/builds.ts'

/** What an operator sees of a build. */
export type BuildView = {
  readonly model: string
  /** Its name, such as `users_3`. */
  readonly build: string
  readonly version: number
  /** held: it is read, and lanes of it wait for a newer program. */
  readonly state: Exclude<BuildState, 'retiring'> | 'held'
  /** Becomes active by itself when it stands at the head. */
  readonly promotes: boolean
  /** How far it is, as `countOf` counts; null before the first fact. */
  readonly position: number | null
  /** Facts to the head; as many as were counted where that is all that can be said. */
  readonly lagFacts: number
  /** 0 to 1, of all that the store holds. */
  readonly share: number
  /** Until it stands at the head, at the pace since it was begun; null unless it is being built. */
  readonly secondsLeft: number | null
  /** Of its tables with their indexes. */
  readonly bytes: number
  /** Facts that stand aside. */
  readonly parked: number
  readonly held: number
}

/** How far a position is: facts in a PostgreSQL table, bytes of the log in EventStoreDB. */
export const countOf = (position: Position | null | undefined): number => {
  const start = (position?.indexOf(':') ?? 0) + 1
  return Number(position?.slice(start, start + 20) ?? 0)
}

/** Whether `countOf` counts facts. */
export const countsFacts = (position: Position | null): boolean =>
  position === null || position.startsWith('p1:')

/** How far a position is on the way to the head, 0 to 1. */
export const shareOf = (position: Position | null, head: Position | null): number =>
  head === null || (position ?? '') >= head ? 1 : countOf(position) / countOf(head)

const COUNTED = 1_000

const lagOf = async (
  eventStore: Pick<EventStore, 'readAll'>,
  position: Position | null,
  head: Position | null,
): Promise<number> => {
  if (head === null || (position ?? '') >= head) return 0
  if (countsFacts(head)) return countOf(head) - countOf(position)
  return (await eventStore.readAll({ after: position, max: COUNTED })).events.length
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

/** Every build, oldest first; of one model where it is named. */
export const overview = async (
  { db, eventStore }: { readonly db: Knex; readonly eventStore: Pick<EventStore, 'head' | 'readAll'> },
  model?: string,
): Promise<BuildView[]> => {
  const rows = await rowsOf(db, model)
  // Asked last: builds may be moving along right now.
  const head = await eventStore.head()
  const lags = new Map(
    await Promise.all(
      [...new Set(rows.map(({ position }) => position))].map(
        async (position) => [position, await lagOf(eventStore, position, head)] as const,
      ),
    ),
  )
  return rows.map((row) => {
    const { position, state, promotes } = row
    const [parked, held, share] = [Number(row.parked), Number(row.held), shareOf(position, head)]
    const isUnderWay = state === 'building' && share > 0
    return {
      model: row.model,
      build: row.name,
      version: row.version,
      state: state === 'active' && held > 0 ? 'held' : (state as Exclude<BuildState, 'retiring'>),
      promotes,
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
