import type { EventStore, Position, StoredEvent } from './event-store.ts'

/** How far somebody is who follows the facts, in which store, and which fact stands there. */
export type Followed = {
  readonly store_id: string
  readonly position: Position | null
  /** Null at the beginning, and where nobody noted it yet. */
  readonly fact: string | null
}

/** Tells a fact from another at the same place: its hash, which rests on all before it in its stream. */
export const markOf = ({ id, metadata }: Pick<StoredEvent, 'id' | 'metadata'>): string =>
  typeof metadata['hash'] === 'string' ? metadata['hash'] : id

/** Why a checkpoint does not belong to a store as it is now. */
export type Misfit = 'of another event store' | 'ahead of the event store' | 'on facts that are gone'

/**
 * Undefined where it belongs. Ask with a checkpoint that was read before: whoever follows may be moving along. Throws
 * Unavailable.
 */
export const misfitOf = async (
  store: Pick<EventStore, 'identity' | 'head' | 'factAt'>,
  { store_id, position, fact }: Followed,
): Promise<Misfit | undefined> => {
  if (store_id !== (await store.identity())) return 'of another event store'
  if (position === null) return undefined
  const head = await store.head()
  if (head === null || position > head) return 'ahead of the event store'
  if (fact === null) return undefined
  const found = await store.factAt(position)
  // One that was set back and has grown since holds another fact there, or none begins there.
  return found && markOf(found) === fact ? undefined : 'on facts that are gone'
}
