import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `devices-<participantId>`: what happened to the devices of a participant. The events of the account say so first; these
 * bring it into the audit log of each workspace.
 */

const id = clear('id')

export const participantDeviceEvents = {
  ParticipantDeviceReported: fact(
    1,
    Type.Object({
      workspaceId: id,
      participantId: id,
      /** The owner of the device. */
      userId: id,
      deviceId: id,
      step: Type.Union([
        Type.Literal('enrolled'),
        Type.Literal('waiting'),
        Type.Literal('vouched'),
        Type.Literal('stopped'),
        Type.Literal('removed'),
        Type.Literal('disabled'),
      ]),
      kind: Type.Union([Type.Literal('pin'), Type.Literal('passkey')]),
      /** Absent for a device of before this was recorded. */
      deviceBound: Type.Optional(Type.Boolean()),
      /** When a waiting device becomes usable. */
      usableFrom: Type.Optional(clear('time')),
      /** The admins and the rights of the person at this revision get a mail. */
      workspaceRevision: Type.Integer(),
    }),
  ),
} as const

export type ParticipantDeviceEvent = EventOf<typeof participantDeviceEvents>
export const participantDeviceStream = (participantId: string): string => `devices-${participantId}`
