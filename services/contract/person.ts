import Type, { type Static } from 'typebox'
import { Id, IsoTime, Line, nullable } from './common.ts'

/** A name that somebody gives. Null or an empty one is none. */
export const PersonName = Type.Union([Type.Literal(''), Line(1, 60), Type.Null()])

/** The name of a person in an answer. Null without one; a server of before sends none. */
export const GivenName = Type.Optional(nullable(Type.String()))

/** A participant as answers name them. */
export const Person = Type.Object({
  participantId: Id,
  email: nullable(Type.String()),
  name: GivenName,
  /** Whether another participant of the workspace has this name or one that looks like it; absent if not. */
  alike: Type.Optional(Type.Boolean()),
})

/** When somebody is away, and the colleagues who decide for them meanwhile: active approvers, none or up to two. */
export const Absence = Type.Object(
  { from: IsoTime, until: IsoTime, deputies: Type.Array(Person) },
  { $id: 'Absence' },
)
export type Absence = Static<typeof Absence>
