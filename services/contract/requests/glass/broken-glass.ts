import Type, { type Static } from 'typebox'
import { IsoTime, nullable } from '../../common.ts'
import { Person } from '../../person.ts'

/** How an admin alone approved what nobody could decide in time. */
export const BrokenGlass = Type.Object({
  by: Person,
  at: IsoTime,
  /** Null once it is erased. */
  reason: nullable(Type.String()),
  confirmedBy: nullable(Person),
  confirmedAt: nullable(IsoTime),
  /** Nobody can confirm it later. */
  confirmUntil: IsoTime,
})
export type BrokenGlass = Static<typeof BrokenGlass>
