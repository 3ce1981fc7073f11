import Type, { type Static } from 'typebox'
import { Challenge, Pin, Signature } from '../accounts/devices.ts'
import { Assertion, RequestOptions } from '../accounts/passkeys.ts'
import { AddressSearch, Id, IdParams, IsoTime, Line, PageQuery, Text, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const RequestStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('approved'),
  Type.Literal('declined'),
])
export type RequestStatus = Static<typeof RequestStatus>
export const ClosedReason = Type.Union([
  Type.Literal('expired'),
  Type.Literal('withdrawn'),
  Type.Literal('reported'),
  Type.Literal('code-mismatch'),
  Type.Literal('approver-unavailable'),
  Type.Literal('requester-unavailable'),
])
export type ClosedReason = Static<typeof ClosedReason>
const RequestType = Type.Union([Type.Literal('verification'), Type.Literal('approval')])
/** Two digits, 10 to 99: shown to whoever asks, spoken in the call, typed by whoever answers. */
const SpokenNumber = Type.String({ pattern: '^[1-9][0-9]$' })
const Mine = Type.Union([Type.Literal('asked'), Type.Literal('addressed')])
export type Mine = Static<typeof Mine>
const Person = Type.Object({ participantId: Id, email: nullable(Type.String()) })

export const Request = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    workspaceName: nullable(Type.String()),
    type: RequestType,
    title: nullable(Type.String()),
    details: nullable(Type.String()),
    status: RequestStatus,
    closedReason: nullable(ClosedReason),
    requester: Person,
    /** null: any approver */
    approver: nullable(Person),
    createdAt: IsoTime,
    expiresAt: IsoTime,
    decidedAt: nullable(IsoTime),
    decidedBy: nullable(Person),
    assurance: nullable(Type.Union([Type.Literal('passkey'), Type.Literal('pin'), Type.Literal('session')])),
    /** When somebody of it last said “this was not me”, which may be long after it was decided. */
    reportedAt: nullable(IsoTime),
    /** Of a pending `verification`, for the requester alone: in the answers of create and details. */
    number: Type.Optional(SpokenNumber),
    /** Likewise: when it reached an open app or a push service, and when somebody who may answer opened it. */
    seen: Type.Optional(Type.Object({ deliveredAt: nullable(IsoTime), openedAt: nullable(IsoTime) })),
  },
  { $id: 'Request' },
)
export type Request = Static<typeof Request>

/** What is signed: ids, the hash of the text, times and a nonce; no address, no text. */
export const SignedContent = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Union([Type.Literal('approval'), Type.Literal('creation')]),
    requestId: Id,
    workspaceId: Id,
    type: RequestType,
    requesterId: Id,
    approverId: nullable(Id),
    textHash: Type.String(),
    createdAt: IsoTime,
    expiresAt: IsoTime,
    nonce: Type.String(),
  },
  { $id: 'SignedContent' },
)
export type SignedContent = Static<typeof SignedContent>

/** A PIN device's `pin` and `signature`, or the `assertion` of a passkey, which names its device by itself. */
export const Proof = Type.Object({
  challenge: Challenge,
  deviceId: Type.Optional(Id),
  pin: Type.Optional(Pin),
  signature: Type.Optional(Signature),
  assertion: Type.Optional(Assertion),
})
export type Proof = Static<typeof Proof>

/** What is signed, as the server prepares it: of a decision, or of a creation. */
export const Prepared = Type.Object({
  content: SignedContent,
  canonical: Type.String(),
  challenge: Challenge,
  expiresAt: IsoTime,
  /** For `navigator.credentials.get`; null without a passkey. */
  passkey: nullable(RequestOptions),
  /** What the hash of the text is salted with: secret, for those who may see the text. */
  textSalt: Type.String(),
})

const OF_PROOF = ['proof.invalid', 'device.disabled', 'challenge.spent', 'rate.exceeded'] as const
const OF_LIMITS = ['request.limit', 'request.too-many', 'request.too-soon', 'request.muted'] as const

const Question = {
  type: RequestType,
  title: Line(3, 200),
  details: Type.Optional(Text(4000)),
  approverId: Type.Optional(Id),
  anyApprover: Type.Optional(Type.Literal(true)),
  /** Seconds; of an `approval`. A `verification` lives five minutes from when it was prepared. */
  expiresIn: Type.Optional(Type.Integer({ minimum: 60, maximum: 30 * 86_400 })),
}

export const requestApprovers = endpoint({
  operation: 'requests.approvers',
  summary:
    'Whom the caller may ask: the active approvers but himself, by address, and whether they have a device',
  method: 'GET',
  path: '/requests/approvers/{workspaceId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests', 'users'],
  params: Type.Object({ workspaceId: Id }),
  query: Type.Object({ ...PageQuery, ...AddressSearch }),
  status: 200,
  reply: Type.Array(
    Type.Object({
      ...Person.properties,
      /** Whether they have enrolled one that is not disabled: without it nobody can approve. */
      hasDevice: Type.Boolean(),
    }),
  ),
  errors: [],
})

export const prepareRequest = endpoint({
  operation: 'requests.prepare',
  summary:
    'The canonical content of a request to be made, and the challenge derived from it; good for 120 s, once',
  method: 'POST',
  path: '/requests/prepare/{workspaceId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  paid: true,
  command: true,
  readModels: [],
  params: Type.Object({ workspaceId: Id }),
  body: Type.Object(Question),
  status: 200,
  reply: Prepared,
  errors: ['input.invalid', 'approver.unavailable', 'request.muted', 'rate.exceeded'],
})

export const createRequest = endpoint({
  operation: 'requests.create',
  summary:
    'Ask a colleague, or any approver, for an approval; or, signed by an own device, who is calling (a verification)',
  method: 'POST',
  path: '/requests/create/{id}',
  access: 'requester',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({
    ...Question,
    /** Over what `prepare` answered for the same question. A `verification` needs it. */
    proof: Type.Optional(Proof),
  }),
  status: 201,
  reply: Request,
  errors: ['input.invalid', 'approver.unavailable', 'proof.missing', ...OF_PROOF, ...OF_LIMITS],
})

export const requestDetails = endpoint({
  operation: 'requests.details',
  summary: 'One request',
  method: 'GET',
  path: '/requests/details/{id}',
  access: 'user',
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found'],
})

export const requestInbox = endpoint({
  operation: 'requests.inbox',
  summary: 'All that wait for the caller, over all workspaces',
  method: 'GET',
  path: '/requests/inbox',
  access: 'user',
  readModels: ['requests'],
  query: Type.Object(PageQuery),
  status: 200,
  reply: Type.Array(Request),
  errors: [],
})

export const requestList = endpoint({
  operation: 'requests.list',
  summary: 'Requests of a workspace: all for admins, others see those they made or may decide',
  method: 'GET',
  path: '/requests/list/{id}',
  access: 'active participant',
  scope: { workspace: 'id' },
  readModels: ['requests'],
  params: IdParams,
  query: Type.Object({
    ...PageQuery,
    status: Type.Optional(RequestStatus),
    type: Type.Optional(RequestType),
    /** Only what the caller asked for; or of others what they asked the caller by name or the caller decided. */
    mine: Type.Optional(Mine),
  }),
  status: 200,
  reply: Type.Array(Request),
  errors: [],
})

export const requestChallenge = endpoint({
  operation: 'requests.challenge',
  summary: 'The canonical content of an approval and the challenge derived from it; good for 120 s, once',
  method: 'POST',
  path: '/requests/challenge/{id}',
  access: 'approver',
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Prepared,
  errors: ['request.not-found', 'request.closed', 'rate.exceeded'],
})

export const approveRequest = endpoint({
  operation: 'requests.approve',
  summary: 'Approve with the signature of an enrolled device; a verification with the spoken number too',
  method: 'POST',
  path: '/requests/approve/{id}',
  access: 'approver',
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({ proof: Proof, number: Type.Optional(SpokenNumber) }),
  status: 200,
  reply: Request,
  errors: ['request.not-found', 'request.closed', 'number.missing', 'number.wrong', ...OF_PROOF],
})

export const declineRequest = endpoint({
  operation: 'requests.decline',
  summary: 'Decline; needs only the session, because saying no must be easy',
  method: 'POST',
  path: '/requests/decline/{id}',
  access: 'approver',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found', 'request.closed'],
})

export const withdrawRequest = endpoint({
  operation: 'requests.withdraw',
  summary: 'Take back an own request that is still pending',
  method: 'POST',
  path: '/requests/withdraw/{id}',
  access: 'active participant',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found', 'request.closed'],
})

export const reportRequest = endpoint({
  operation: 'requests.report',
  summary: '“This was not me”: closes what is pending, is recorded later too, and alerts all admins',
  method: 'POST',
  path: '/requests/report/{id}',
  access: 'participant',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found'],
})
