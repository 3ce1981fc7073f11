import type { Clock } from '../primitives/clock.ts'
import type { Knex } from '../postgres/database.ts'
import type { EventStore, Position } from '../event-store/event-store.ts'
import type { ReadModelTables } from '../postgres/read-tables.ts'
import { cached, FRESH_MS } from '../stores/probes.ts'

/** Returns by name for how many seconds each outdated read model has lacked events. Never throws. */
export type ReadModelAges = () => Promise<ReadonlyMap<string, number>>

type Stores = { readonly db: Knex; readonly eventStore: EventStore; readonly clock: Clock }
type Active = {
  readonly model: string
  readonly version: number
  readonly position: Position | null
  readonly updated_at: Date
}

const none: ReadonlyMap<string, number> = new Map()

/**
 * While this program builds its own version of a read model, queries still read the older version. No projector may be left that
 * updates that one.
 */
export const createReadModelAges = (
  { db, eventStore, clock }: Stores,
  models: readonly ReadModelTables[],
): ReadModelAges => {
  const ask = async (): Promise<ReadonlyMap<string, number>> => {
    const rows: Active[] = await db('checkpoints').where({ state: 'active' })
    const older = rows.filter(({ model, version }) =>
      models.some((known) => known.name === model && version < known.version),
    )
    if (older.length === 0) return none
    const head = await eventStore.head()
    const now = clock.now().getTime()
    return new Map(
      older
        .filter(({ position }) => head !== null && (position ?? '') < head)
        .map(({ model, updated_at: at }) => [model, Math.max(1, Math.round((now - at.getTime()) / 1_000))]),
    )
  }
  return cached(() => ask().catch(() => none), FRESH_MS)
}
