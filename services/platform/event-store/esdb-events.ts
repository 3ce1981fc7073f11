import { hash } from 'node:crypto'
import type { AllStreamRecordedEvent, JSONEventData, RecordedEvent } from '@eventstore/db-client'
import type { JsonObject, NewEvent, StoredEvent } from './event-store.ts'
import { positionOf, type LogPosition } from './esdb-position.ts'

/** Where a store keeps its own identity; no fact of the product, so nobody is shown it. */
export const identityStream = 'identity-store'

/**
 * The server takes an append as repeated when the ids stand at their place, whatever else the events say, and
 * answers success. So its id is made of all that tells one sending from another: of other facts under the same id
 * it says that they are in conflict, and of the same facts as another process wrote them too, with another time
 * and hash. The id itself travels in the metadata.
 */
const recordIdOf = ({ id, type, metadata }: NewEvent): string => {
  const digits = hash('sha256', JSON.stringify([id.toLowerCase(), type, metadata]))
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

const idKey = '$id'
/** The client takes a text through base64, and bytes as they are. */
const encoder = new TextEncoder()

export const toRecord = (event: NewEvent): JSONEventData => ({
  id: recordIdOf(event),
  contentType: 'application/json',
  type: event.type,
  data: event.data,
  metadata: encoder.encode(JSON.stringify({ ...event.metadata, [idKey]: event.id.toLowerCase() })),
})

/** Whether these are the very events of one sending, not only the same facts. */
export const isSameSending = (events: readonly NewEvent[], standing: readonly StoredEvent[]): boolean =>
  events.every((event, i) => standing[i] && recordIdOf(event) === recordIdOf(standing[i]))

/** The server's own events and links begin with a dollar sign. */
export const isOurs = ({ streamId, type }: RecordedEvent): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && streamId !== identityStream

/** An event as it was read; its numbers come as BigInt, which JSON does not know. */
export const toEvent = (record: AllStreamRecordedEvent | RecordedEvent): StoredEvent => {
  const { [idKey]: id, ...metadata } = (record.metadata ?? {}) as JsonObject
  return {
    id: typeof id === 'string' ? id : record.id,
    type: record.type,
    data: record.data as JsonObject,
    metadata: metadata as StoredEvent['metadata'],
    stream: record.streamId,
    revision: Number(record.revision),
    position: positionOf(record.position as LogPosition),
  }
}
