import type { Position } from '../event-store.ts'

/** Place of an event in the server's log; both numbers rise from event to event. */
export type LogPosition = { readonly commit: bigint; readonly prepare: bigint }

const pattern = /^e1:(\d{20})(\d{20})$/
const largest = 2n ** 63n - 1n
const digits = 20

/** Sorts as text like the places in the log do. */
export const positionOf = ({ commit, prepare }: LogPosition): Position =>
  `e1:${String(commit).padStart(digits, '0')}${String(prepare).padStart(digits, '0')}`

/** The place in the log that a position of this store names. Throws RangeError. */
export const logPositionOf = (position: Position): LogPosition => {
  const [, commit, prepare] = pattern.exec(position) ?? []
  const place = { commit: BigInt(commit ?? -1), prepare: BigInt(prepare ?? -1) }
  if (place.commit < 0n || place.commit > largest || place.prepare > largest)
    throw new RangeError(`${JSON.stringify(position)} is no position of this event store.`)
  return place
}
