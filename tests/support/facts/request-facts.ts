import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf, Signer } from '#modules/requests/request.state.ts'

/** Facts and people for tests of the deciders of requests. As in production, personal fields are removed before facts are folded. */
export const ids = { requestId: 'r-1', workspaceId: 'w-1' }
export const evidence = {
  canonical: '{}',
  challenge: 'c',
  deviceId: 'd-1',
  publicKey: '{}',
  signature: 's',
}

export const signer = (name: string, ...groups: string[]): Signer => ({
  participantId: `p-${name}`,
  userId: `u-${name}`,
  groups,
})

/** A request for approval to nobody in particular. */
export const createdBy = (
  requester: Pick<Signer, 'participantId' | 'userId'>,
  expiresAt: Date,
  given: Partial<DataOf<'RequestCreated'>> = {},
): RequestEvent => ({
  type: 'RequestCreated',
  data: {
    ...ids,
    type: 'approval',
    title: null,
    salt: null,
    requesterId: requester.participantId,
    requesterUserId: requester.userId,
    requesterEmail: null,
    approverId: null,
    expiresAt: expiresAt.toISOString(),
    workspaceRevision: 7,
    ...given,
  },
})

/** Two of the treasury. */
export const ruleApplied = (rule: Partial<DataOf<'RuleApplied'>> = {}): RequestEvent => ({
  type: 'RuleApplied',
  data: {
    ...ids,
    who: { groups: ['treasury'] },
    count: 2,
    before: null,
    hours: 24,
    ruleHash: 'h',
    shown: null,
    ...rule,
  },
})

/** What each command of a signer has. */
export const acting = ({ participantId, userId }: Signer, at: Date, workspaceRevision = 8) => ({
  participantId,
  userId,
  email: null,
  workspaceRevision,
  at,
})
/** What each command says of those who may sign. */
export const among = (people: readonly Signer[]) => ({ people, standIns: [], absentEmail: null })
