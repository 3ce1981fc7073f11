import Type, { type Static } from 'typebox'
import { IsoTime, nullable } from '../../common.ts'
import { Person } from '../../person.ts'

/** Characters of the reason for which an admin approves alone. */
export const GLASS_REASON = { least: 20, most: 500 } as const
/** Within so many hours a second person must confirm it. */
export const GLASS_HOURS = 72

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
