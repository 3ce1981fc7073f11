import { hash } from 'node:crypto'
import type { AllStreamRecordedEvent, JSONEventData, RecordedEvent } from '@eventstore/db-client'
import type { CheckedEvent } from '../check-append.ts'
import type { JsonObject, Position, StoredEvent } from '../event-store.ts'

/** The place of an event in the server's log. Both numbers grow from event to event. */
export type LogPosition = { readonly commit: bigint; readonly prepare: bigint }

const pattern = /^e1:(\d{20})(\d{20})$/
const largest = 2n ** 63n - 1n
const digits = 20

/** Positions sort as text like the places in the log. */
export const positionOf = ({ commit, prepare }: LogPosition): Position =>
  `e1:${String(commit).padStart(digits, '0')}${String(prepare).padStart(digits, '0')}`

/** Throws RangeError for a position of another store. */
export const logPositionOf = (position: Position): LogPosition => {
  const [, commit, prepare] = pattern.exec(position) ?? []
  const place = { commit: BigInt(commit ?? -1), prepare: BigInt(prepare ?? -1) }
  if (place.commit < 0n || place.commit > largest || place.prepare > largest)
    throw new RangeError(`${JSON.stringify(position)} is no position of this event store.`)
  return place
}

/** The stream with the id of the store. Reads do not return it. */
export const identityStream = 'identity-store'

/**
 * The server treats an append as a repetition if the record ids are equal, even if the contents differ. The record id is therefore
 * a hash of everything that distinguishes two attempts. Other contents under the same event id then cause a conflict, and so does
 * the same command from another process, with another time and hash. The event id itself is in the metadata.
 */
const recordIdOf = ({ id, type, metadata }: Omit<CheckedEvent, 'data'>): string => {
  const hex = hash('sha256', JSON.stringify([id, type]) + metadata)
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

const idKey = '$id'
/** The client would encode a text as base64; it passes bytes on unchanged. */
const encoder = new TextEncoder()

export const toRecord = (event: CheckedEvent, data: JsonObject): JSONEventData => ({
  id: recordIdOf(event),
  contentType: 'application/json',
  type: event.type,
  data,
  metadata: encoder.encode(withId(event)),
})

const withId = ({ id, metadata }: CheckedEvent): string =>
  `${metadata.slice(0, -1)}${metadata === '{}' ? '' : ','}"${idKey}":"${id}"}`

/** Whether the stored events come from this very attempt, and not from another one of the same command. */
export const isSameAttempt = (events: readonly CheckedEvent[], stored: readonly StoredEvent[]): boolean =>
  events.every((event, i) => {
    const other = stored[i]
    return other && recordIdOf(event) === recordIdOf({ ...other, metadata: JSON.stringify(other.metadata) })
  })

/** The server's own events and links begin with a dollar sign. */
export const isOurs = ({ streamId, type }: RecordedEvent): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && streamId !== identityStream

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
