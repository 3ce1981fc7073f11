import type { Clock } from '../primitives/clock.ts'
import type { Knex } from '../postgres/database.ts'
import type { EventStore, Position } from '../event-store/event-store.ts'
import { withFallback } from '../primitives/timeouts.ts'
import { cached, FRESH_MS } from '../stores/probes.ts'

/** Returns by name for how many seconds each outdated read model has lacked events. Never throws. */
export type ReadModelAges = () => Promise<ReadonlyMap<string, number>>

type Stores = { readonly db: Knex; readonly eventStore: EventStore; readonly clock: Clock }
type Behind = { readonly model: string; readonly seconds: number }

/** A projector at work is never that far behind. */
const OLD_SECONDS = 10

/**
 * Returns the active read models that have not reached the head, by name, and for how many seconds the oldest event that they lack
 * has been there. Throws if a store is unavailable.
 */
export const readModelsBehind = async ({ db, eventStore, clock }: Stores): Promise<readonly Behind[]> => {
  const head = await eventStore.head()
  const checkpoints: { model: string; position: Position | null }[] = await db('checkpoints')
    .where({ state: 'active' })
    .orderBy('model')
    .select('model', 'position')
  const behind = checkpoints.filter(({ position }) => head !== null && (position ?? '') < head)
  const secondsSince = async (position: Position | null) => {
    const [oldest] = (await eventStore.readAll({ after: position, max: 1 })).events
    const at = oldest?.metadata['at']
    return typeof at === 'string' ? (clock.now().getTime() - new Date(at).getTime()) / 1_000 : 0
  }
  // Most of them stopped at the same event.
  const positions = [...new Set(behind.map(({ position }) => position))]
  const seconds = new Map(
    await Promise.all(positions.map(async (position) => [position, await secondsSince(position)] as const)),
  )
  return behind.map(({ model, position }) => ({ model, seconds: seconds.get(position) ?? 0 }))
}

/** Queries read the tables of a read model also while no projector updates it, or only those of a newer version. */
export const createReadModelAges = (stores: Stores): ReadModelAges => {
  const ask = async () => {
    const old = (await readModelsBehind(stores)).filter(({ seconds }) => seconds >= OLD_SECONDS)
    return new Map(old.map(({ model, seconds }) => [model, Math.round(seconds)]))
  }
  return cached(() => withFallback(ask(), new Map<string, number>()), FRESH_MS)
}
