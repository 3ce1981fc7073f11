import Type, { type Static } from 'typebox'
import { RequestOptions } from '../accounts/passkeys.ts'
import { Challenge, Proof, PROOF_ERRORS } from '../accounts/proof.ts'
import { Id, IdParams, IsoTime, PageQuery, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Change, ChangeState } from './change.ts'

/**
 * Changes of the people and rules of a workspace that protects its people. One admin asks, a second one decides with the signature of
 * their own device.
 */

export * from './change.ts'

/** The content that a second admin's device signs. It contains no address and no name. */
export const ChangeContent = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Literal('change'),
    changeId: Id,
    workspaceId: Id,
    changeHash: Type.String(),
    /** Participant ids. */
    requestedBy: Id,
    approverId: Id,
    nonce: Type.String(),
    /** Of the change. */
    expiresAt: IsoTime,
  },
  { $id: 'ChangeContent' },
)
export type ChangeContent = Static<typeof ChangeContent>

const CLOSED_ERRORS = ['change.not-found', 'change.closed'] as const

export const changeList = endpoint({
  operation: 'changes.list',
  summary:
    'Changes of people and rules that wait for a second admin, and those that are decided, newest first',
  method: 'GET',
  path: '/changes/list/{workspaceId}',
  access: 'workspace admin',
  scope: { workspace: 'workspaceId' },
  readModels: ['workspaces'],
  params: Type.Object({ workspaceId: Id }),
  query: Type.Object({ ...PageQuery, state: Type.Optional(ChangeState) }),
  status: 200,
  reply: Type.Array(Change),
  errors: [],
})

export const changeDetails = endpoint({
  operation: 'changes.details',
  summary: 'Get one change of a workspace that the caller administers',
  method: 'GET',
  path: '/changes/details/{id}',
  access: 'user',
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Change,
  errors: ['access.denied', 'change.not-found'],
})

export const changeChallenge = endpoint({
  operation: 'changes.challenge',
  summary: 'The content to sign to approve a change, and its challenge, which is valid once and for 120 s',
  method: 'POST',
  path: '/changes/challenge/{id}',
  access: 'workspace admin',
  scope: { change: 'id' },
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Type.Object({
    content: ChangeContent,
    canonical: Type.String(),
    challenge: Challenge,
    /** Of the challenge. */
    expiresAt: IsoTime,
    /** For `navigator.credentials.get`; null if the caller has no usable passkey. */
    passkey: nullable(RequestOptions),
    /** The secret in `changeHash`; null if the change names no new address. */
    textSalt: nullable(Type.String()),
  }),
  errors: [...CLOSED_ERRORS, 'rate.exceeded'],
})

export const approveChange = endpoint({
  operation: 'changes.approve',
  summary:
    'Approve another admin’s change with the signature of an own device, which does it or finds it overtaken',
  method: 'POST',
  path: '/changes/approve/{id}',
  access: 'workspace admin',
  scope: { change: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({ proof: Proof }),
  status: 200,
  reply: Change,
  errors: [...CLOSED_ERRORS, 'workspace.inactive', ...PROOF_ERRORS],
})

/** The one who would be removed or deactivated may approve it, but not refuse it. */
export const refuseChange = endpoint({
  operation: 'changes.refuse',
  summary: 'Refuse another admin’s change; needs no signature',
  method: 'POST',
  path: '/changes/refuse/{id}',
  access: 'workspace admin',
  scope: { change: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Change,
  errors: CLOSED_ERRORS,
})

export const withdrawChange = endpoint({
  operation: 'changes.withdraw',
  summary: 'Withdraw the caller’s own pending change',
  method: 'POST',
  path: '/changes/withdraw/{id}',
  access: 'workspace admin',
  scope: { change: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Change,
  errors: CLOSED_ERRORS,
})
