import Type from 'typebox'
import { AddressSearch, Id, IsoTime, PageQuery, nullable } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { Person } from '../../person.ts'
import { Participant } from '../workspaces.ts'

export const MAX_DEPUTIES = 2
/** How long an absence lasts at most, and how far ahead it begins. */
export const MAX_ABSENCE_DAYS = 366

export const setAbsence = endpoint({
  operation: 'participants.absence',
  summary:
    'Say when a participant is away and who decides for them meanwhile, or end that: their own, or by an admin. Where people are protected, an admin who names deputies for somebody else waits for a second admin',
  method: 'PATCH',
  path: '/participants/absence',
  access: 'active participant',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['requests', 'workspaces'],
  body: Type.Object({
    participantId: Id,
    /** Null, as `until` then is too: the absence that is set ends, or is called off. */
    from: nullable(IsoTime),
    /** After `from`, and ahead. It ends by itself. */
    until: nullable(IsoTime),
    /** Other active approvers, who decide approvals that ask the participant. Who is away is no deputy meanwhile, and their own deputies do not take their place. */
    deputies: Type.Array(Id, { maxItems: MAX_DEPUTIES, uniqueItems: true }),
  }),
  status: 200,
  reply: Participant,
  errors: ['input.invalid', 'participant.not-found', 'participant.pending', 'deputy.unsuitable'],
})

export const possibleDeputies = endpoint({
  operation: 'participants.deputies',
  summary: 'The active approvers whom a participant may name as deputies, by address: all but themselves',
  method: 'GET',
  path: '/participants/deputies/{workspaceId}/{participantId}',
  access: 'active participant',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests', 'users', 'workspaces'],
  params: Type.Object({ workspaceId: Id, participantId: Id }),
  query: Type.Object({ ...PageQuery, ...AddressSearch }),
  status: 200,
  reply: Type.Array(Person),
  errors: ['participant.not-found'],
})
