import Type from 'typebox'
import { Id, IsoTime, nullable } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

export const muteApprovals = endpoint({
  operation: 'participants.mute-approvals',
  summary:
    'Take no approvals from a participant for a day, or take them again. Their call checks still come through',
  method: 'PATCH',
  path: '/participants/mute-approvals',
  access: 'approver',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces'],
  body: Type.Object({
    /** The requester. */
    participantId: Id,
    muted: Type.Boolean(),
  }),
  status: 200,
  reply: Type.Object({
    /** When their approvals are taken again; null if they are taken. */
    until: nullable(IsoTime),
  }),
  errors: ['participant.not-found', 'participant.pending'],
})
