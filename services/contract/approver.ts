import Type from 'typebox'
import { IsoTime, nullable } from './common.ts'
import { Absence, Person } from './person.ts'

/** Whom requests for approval can name. */
export const Approver = Type.Object({
  ...Person.properties,
  /** Whether they have an enrolled device that is not disabled. Approving requires one. */
  hasDevice: Type.Boolean(),
  /** Whether a question reaches them at once: they have a page open, or a browser that gets notifications. */
  notified: Type.Boolean(),
  /** The number on file on which they may be called back, E.164; null unless one counts. */
  callBackNumber: nullable(Type.String()),
  /** Until when they take no approvals from the caller. Absent if they take them. */
  mutedUntil: Type.Optional(IsoTime),
  /** Null if none is set, and once it has ended; absent from a server of before. */
  absence: Type.Optional(nullable(Absence)),
})
