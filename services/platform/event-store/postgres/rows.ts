import type { JsonObject, Position, StoredEvent } from '../event-store.ts'
import { positionOf } from './position.ts'

export const columns = 'position, stream, revision, id, type, data, metadata'

/** An event as the database has it: `columns` as text. */
export type EventRow = readonly [string, string, string, string, string, string, string, ...string[]]

export const positionIn = ([position]: EventRow): Position => positionOf(position)

export const eventOf = ([position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent => ({
  id,
  type,
  data: JSON.parse(data) as JsonObject,
  metadata: JSON.parse(metadata) as StoredEvent['metadata'],
  stream,
  revision: Number(revision),
  position: positionOf(position),
})
