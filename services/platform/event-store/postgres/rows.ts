import type { Position, StoredEvent } from '../event-store.ts'
import { parseEvent } from '../parsed-event.ts'

export const columns = 'position, stream, revision, id, type, data, metadata'

/** An event as the database returns it: `columns` as text. */
export type EventRow = readonly [string, string, string, string, string, string, string, ...string[]]

const pattern = /^p1:\d{20}$/
const largest = 2n ** 63n - 1n

/** Returns the position of the nth event. Positions sort as text like their numbers. */
export const positionOf = (number: string): Position => `p1:${number.padStart(20, '0')}`

/** Returns the number in a position as decimal text; 0 for null. Throws RangeError. */
export const numberOf = (position: Position | null): string => {
  if (position === null) return '0'
  const number = pattern.test(position) ? BigInt(position.slice(3)) : undefined
  if (number === undefined || number > largest)
    throw new RangeError(`${JSON.stringify(position)} is no position of this event store.`)
  return String(number)
}

export const positionIn = ([position]: EventRow): Position => positionOf(position)

export const eventOf = ([position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent =>
  parseEvent(
    { id, type, stream, revision: Number(revision), position: positionOf(position) },
    { data, metadata },
  )
