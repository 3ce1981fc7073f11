import { hash } from 'node:crypto'
import type { AllStreamRecordedEvent, JSONEventData, RecordedEvent } from '@eventstore/db-client'
import type { CheckedEvent } from '../check-append.ts'
import type { JsonObject, StoredEvent } from '../event-store.ts'
import { positionOf, type LogPosition } from './esdb-position.ts'

/** Where a store keeps its own identity; no fact of the product, so nobody is shown it. */
export const identityStream = 'identity-store'

/**
 * The server takes an append as repeated when the ids stand at their place, whatever else the events say, and
 * answers success. So its id is made of all that tells one sending from another: of other facts under the same id
 * it says that they are in conflict, and of the same facts as another process wrote them too, with another time
 * and hash. The id itself travels in the metadata.
 */
const recordIdOf = ({ id, type, metadata }: Omit<CheckedEvent, 'data'>): string => {
  const digits = hash('sha256', JSON.stringify([id, type]) + metadata)
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

const idKey = '$id'
/** The client takes a text through base64, and bytes as they are. */
const encoder = new TextEncoder()

/** Its metadata is text already; its data the client writes itself. */
export const toRecord = (event: CheckedEvent, data: JsonObject): JSONEventData => ({
  id: recordIdOf(event),
  contentType: 'application/json',
  type: event.type,
  data,
  metadata: encoder.encode(withId(event)),
})

const withId = ({ id, metadata }: CheckedEvent): string =>
  `${metadata.slice(0, -1)}${metadata === '{}' ? '' : ','}"${idKey}":"${id}"}`

/** Whether these are the very events of one sending, not only the same facts. */
export const isSameSending = (events: readonly CheckedEvent[], standing: readonly StoredEvent[]): boolean =>
  events.every((event, i) => {
    const other = standing[i]
    return other && recordIdOf(event) === recordIdOf({ ...other, metadata: JSON.stringify(other.metadata) })
  })

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
