import type { EventStore, Position, StoredEvent } from './event-store.ts'

export type Checkpoint = {
  readonly store_id: string
  readonly position: Position | null
  /** The event at `position`, as `hashOrId`. Null at the beginning, and in rows that are older than the column. */
  readonly fact: string | null
}

/** Identifies an event among all that could stand at its position: its hash, which covers its stream so far. */
export const hashOrId = ({ id, metadata }: Pick<StoredEvent, 'id' | 'metadata'>): string =>
  typeof metadata['hash'] === 'string' ? metadata['hash'] : id

/** Why a checkpoint does not belong to the event store in its present state. */
export type Mismatch = 'of another event store' | 'ahead of the event store' | 'on facts that are gone'

/** Returns undefined if the checkpoint fits. Read the checkpoint first, because it may be moving. Throws Unavailable. */
export const mismatchOf = async (
  store: Pick<EventStore, 'identity' | 'head' | 'factAt'>,
  { store_id, position, fact }: Checkpoint,
): Promise<Mismatch | undefined> => {
  if (store_id !== (await store.identity())) return 'of another event store'
  if (position === null) return undefined
  const head = await store.head()
  if (head === null || position > head) return 'ahead of the event store'
  if (fact === null) return undefined
  const found = await store.factAt(position)
  // A store that was restored and has grown since has another event at the position, or none.
  return found && hashOrId(found) === fact ? undefined : 'on facts that are gone'
}
