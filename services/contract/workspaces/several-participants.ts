import Type, { type Static } from 'typebox'
import { Id, IdParams, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** In one command. */
export const MAX_PARTICIPANTS = 500

export const CHANGED_THINGS = ['activity', 'approver', 'requester'] as const
export type ChangedThing = (typeof CHANGED_THINGS)[number]

const ParticipantIds = Type.Array(Id, { minItems: 1, maxItems: MAX_PARTICIPANTS, uniqueItems: true })

export const NotChanged = words([
  'participant.not-found',
  'participant.pending',
  'participant.no-role',
  'participant.last-admin',
  /** Another change of this person waits for a second admin. */
  'change.exists',
  /** Too many changes wait for a second admin. */
  'change.limit',
  /** Too many changes were asked for within the hour. */
  'rate.exceeded',
])
export type NotChanged = Static<typeof NotChanged>

const ChangedParticipant = Type.Object({
  participantId: Id,
  /** `waiting`: for a second admin, who decides about the change `changeId`. `unchanged`: it was so before. */
  outcome: words(['changed', 'unchanged', 'waiting', 'refused']),
  /** null unless refused. */
  reason: nullable(NotChanged),
  changeId: Type.Optional(Id),
})
export type ChangedParticipant = Static<typeof ChangedParticipant>

export const changeParticipants = endpoint({
  operation: 'workspaces.change-participants',
  summary:
    'Change a right or the activity of several participants; each has its own outcome, in the order asked',
  method: 'PATCH',
  path: '/workspaces/change-participants/{id}',
  access: 'workspace admin',
  needsFreshLogin: ({ body }) => (body as { what: ChangedThing }).what === 'approver',
  /** `change` is the first one. */
  asksSecondAdmin: 'beside',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({ participantIds: ParticipantIds, what: words(CHANGED_THINGS), value: Type.Boolean() }),
  status: 200,
  reply: Type.Object({ results: Type.Array(ChangedParticipant) }),
  errors: [],
})

export const participantsRequests = endpoint({
  operation: 'workspaces.participants-requests',
  summary:
    'Number of open requests that are closed when several participants lose a right or are deactivated',
  method: 'POST',
  path: '/workspaces/participants-requests/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['requests', 'workspaces'],
  params: IdParams,
  body: Type.Object({ participantIds: ParticipantIds, what: words(CHANGED_THINGS) }),
  status: 200,
  reply: Type.Object({ closes: Type.Integer() }),
  errors: [],
})
