import type { Position } from '../event-store.ts'

const pattern = /^p1:\d{20}$/
const largest = 2n ** 63n - 1n

/** Position of the nth fact; sorts as text like the numbers do. */
export const positionOf = (number: string): Position => `p1:${number.padStart(20, '0')}`

/** The number inside a position of the Postgres store, as decimal text; null is 0. Throws RangeError. */
export const numberOf = (position: Position | null): string => {
  if (position === null) return '0'
  const number = pattern.test(position) ? BigInt(position.slice(3)) : undefined
  if (number === undefined || number > largest)
    throw new RangeError(`${JSON.stringify(position)} is no position of this event store.`)
  return String(number)
}
