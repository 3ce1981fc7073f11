import Type from 'typebox'
import { clear, fact, optionalPersonal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `workspace-<workspaceId>`: who may decide follows from one revision of the workspace. */

const id = clear('id')
const ids = { workspaceId: id, participantId: id, userId: id }

export const absenceEvents = {
  /** Somebody is away from then until then, and has deputies. It takes the place of the one before, and ends by itself. */
  AbsenceSet: fact(
    1,
    Type.Object({
      ...ids,
      from: clear('time'),
      until: clear('time'),
      deputyId: Type.Optional(id),
      deputyUserId: Type.Optional(id),
      deputyEmail: optionalPersonal(Type.String(), { person: 'deputyUserId' }),
      secondId: Type.Optional(id),
      secondUserId: Type.Optional(id),
      secondEmail: optionalPersonal(Type.String(), { person: 'secondUserId' }),
    }),
  ),
  /** It was ended before its time, or called off. */
  AbsenceEnded: fact(1, Type.Object(ids)),
} as const

export type AbsenceEvent = EventOf<typeof absenceEvents>
