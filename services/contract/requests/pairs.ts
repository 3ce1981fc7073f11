import Type, { type Static } from 'typebox'
import { Empty, Id, IsoTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Person } from '../person.ts'

/** How many of the newest locked pairs are listed. */
export const MAX_LOCKED = 50

export const LockedPair = Type.Object({
  /** Of the check whose wrong number locked the two; the requester and the approver are those of that check. */
  requester: Person,
  approver: Person,
  requestId: Id,
  at: IsoTime,
})
export type LockedPair = Static<typeof LockedPair>

export const lockedPairs = endpoint({
  operation: 'requests.locked-pairs',
  summary: 'The two participants each whose call checks are locked after three wrong numbers, newest first',
  method: 'GET',
  path: '/requests/locked-pairs/{workspaceId}',
  access: 'workspace admin',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests'],
  params: Type.Object({ workspaceId: Id }),
  status: 200,
  reply: Type.Array(LockedPair),
  errors: [],
})

export const unlockPair = endpoint({
  operation: 'requests.unlock',
  summary:
    'Let two participants check calls again after three wrong numbers. One of the two cannot do it if there is another active admin',
  method: 'POST',
  path: '/requests/unlock/{workspaceId}',
  access: 'workspace admin',
  scope: { workspace: 'workspaceId' },
  command: true,
  readModels: ['requests'],
  params: Type.Object({ workspaceId: Id }),
  /** In either order. */
  body: Type.Object({ requesterId: Id, approverId: Id }),
  status: 200,
  reply: Empty,
  errors: ['participant.not-found', 'call.own-lock'],
})
