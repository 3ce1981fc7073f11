import Type, { type Static } from 'typebox'
import { RequestOptions } from '../accounts/passkeys.ts'
import { Challenge, Proof, PROOF_ERRORS } from '../accounts/proof.ts'
import { Id, IsoTime, Text, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { DECISION_ERRORS, MOST_REASON } from './decisions.ts'
import { ClosedReason, RequestStatus, SignedContent } from './requests.ts'

/** Several requests at once: approvals that one person decides, call checks never among them, or requests that one person withdraws. */

export const MOST_AT_ONCE = 50

const RequestIds = Type.Array(Id, { minItems: 1, maxItems: MOST_AT_ONCE, uniqueItems: true })

/** The content of one signature for several approvals: each by the hash of its own content, in the order in which they were asked for. */
export const ApprovalsContent = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Literal('approvals'),
    count: Type.Integer({ minimum: 1, maximum: MOST_AT_ONCE }),
    list: Type.Array(Type.Object({ requestId: Id, contentHash: Type.String() }), {
      minItems: 1,
      maxItems: MOST_AT_ONCE,
    }),
    approverUserId: Id,
    nonce: Type.String(),
    /** Of the challenge. */
    expiresAt: IsoTime,
  },
  { $id: 'ApprovalsContent' },
)
export type ApprovalsContent = Static<typeof ApprovalsContent>

export const challengeMany = endpoint({
  operation: 'requests.challenge-many',
  summary:
    'The content to sign for several approvals at once, and its challenge, which is valid once and for 120 s',
  method: 'POST',
  path: '/requests/challenge-many',
  access: 'approver',
  scope: { requests: 'requestIds' },
  paid: true,
  command: true,
  // A request whose requester has gone is closed.
  readModels: ['requests'],
  body: Type.Object({ requestIds: RequestIds }),
  status: 200,
  reply: Type.Object({
    content: ApprovalsContent,
    canonical: Type.String(),
    challenge: Challenge,
    expiresAt: IsoTime,
    /** As in `challenge`. */
    passkey: nullable(RequestOptions),
    /** Each with its own content, whose hash the list holds. */
    requests: Type.Array(
      Type.Object({
        requestId: Id,
        content: SignedContent,
        canonical: Type.String(),
        /** As secret as the text. */
        textSalt: Type.String(),
      }),
    ),
  }),
  errors: DECISION_ERRORS,
})

const resultsOf = <const O extends string>(outcome: O) =>
  Type.Object({
    results: Type.Array(
      Type.Object({
        requestId: Id,
        /** `left-out`: it had ended before, as `status` and `closedReason` say. */
        outcome: words([outcome, 'left-out']),
        status: RequestStatus,
        closedReason: nullable(ClosedReason),
      }),
    ),
  })

export const approveMany = endpoint({
  operation: 'requests.approve-many',
  summary:
    'Approve all requests of a challenge with one signature; leaves out those that have ended meanwhile',
  method: 'POST',
  path: '/requests/approve-many',
  access: 'approver',
  // The challenge names them.
  scope: { requests: 'proof' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  body: Type.Object({ proof: Proof }),
  status: 200,
  reply: resultsOf('approved'),
  errors: ['request.not-found', ...PROOF_ERRORS],
})

export const declineMany = endpoint({
  operation: 'requests.decline-many',
  summary:
    'Decline several requests, with one reason for all, one each, or none; leaves out those that have ended',
  method: 'POST',
  path: '/requests/decline-many',
  access: 'approver',
  scope: { requests: 'requestIds' },
  command: true,
  readModels: ['requests'],
  /** Each request holds the reason, as in `decline`. */
  body: Type.Object({
    requestIds: RequestIds,
    reason: Type.Optional(Text(MOST_REASON)),
    /** In place of `reason`, for those that have one of their own. */
    reasons: Type.Optional(
      Type.Array(Type.Object({ requestId: Id, reason: Text(MOST_REASON) }), { maxItems: MOST_AT_ONCE }),
    ),
  }),
  status: 200,
  reply: resultsOf('declined'),
  errors: ['request.not-found', 'deputy.no-device'],
})

export const withdrawMany = endpoint({
  operation: 'requests.withdraw-many',
  summary: 'Withdraw several of the caller’s own requests; leaves out those that have ended',
  method: 'POST',
  path: '/requests/withdraw-many',
  access: 'active participant',
  scope: { requests: 'requestIds' },
  command: true,
  readModels: ['requests'],
  body: Type.Object({ requestIds: RequestIds }),
  status: 200,
  reply: resultsOf('withdrawn'),
  errors: ['request.not-found'],
})
