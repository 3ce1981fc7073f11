import Type, { type Static } from 'typebox'
import { Proof, PROOF_ERRORS } from '../accounts/proof.ts'
import { AddressSearch, Id, IdParams, IsoTime, Line, PageQuery, Text, nullable, words } from '../common.ts'
import { Approver } from '../approver.ts'
import { Person } from '../person.ts'
import { endpoint } from '../endpoint.ts'
import { FileIds, UploadedFile } from './files.ts'
import { BrokenGlass } from './glass/broken-glass.ts'
import { ChangedIban, FieldValues, FilledField, RequestKind } from './fields/filled.ts'
import { ASKING_ERRORS } from './limits.ts'
import { Decision, Needs } from './rules/needs.ts'
import { OfPerson } from './overview.ts'
import {
  Asks,
  ASSURANCES,
  CallWay,
  ClosedReason,
  DRILL_ANSWERS,
  RequestStatus,
  RequestType,
  SpokenNumber,
  WEAKNESSES,
} from './request-words.ts'
import { Prepared } from './signed-content.ts'
import { Timeline } from './timeline.ts'

export * from './request-words.ts'
export * from './signed-content.ts'

const Mine = Type.Union([Type.Literal('asked'), Type.Literal('addressed')])
export type Mine = Static<typeof Mine>

const OtherRequest = Type.Object({ id: Id })

export const Request = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    workspaceName: nullable(Type.String()),
    type: RequestType,
    title: nullable(Type.String()),
    details: nullable(Type.String()),
    files: Type.Optional(Type.Array(UploadedFile)),
    /** In the version that it was made by. Absent without a kind. */
    kind: Type.Optional(RequestKind),
    /** What was filled in, in the order of the kind. */
    fields: Type.Optional(Type.Array(FilledField)),
    /** Until it is decided: as of now; then: as of the decision. */
    changedIban: Type.Optional(ChangedIban),
    /** Absent if the requester said who decides. */
    needs: Type.Optional(Needs),
    /**
     * While too few people can decide by its rule: nobody is asked, and it waits. How many lack, and the groups in which nobody may
     * decide.
     */
    parked: Type.Optional(Type.Object({ people: Type.Integer(), groups: Type.Array(Type.String()) })),
    /** Together with `needs`: what each one said, in order. The last one decided, if it is decided. */
    decisions: Type.Optional(Type.Array(Decision)),
    status: RequestStatus,
    closedReason: nullable(ClosedReason),
    requester: Person,
    /** null: any approver. */
    approver: nullable(Person),
    createdAt: IsoTime,
    expiresAt: IsoTime,
    decidedAt: nullable(IsoTime),
    decidedBy: nullable(Person),
    /** The colleague who was away, if `decidedBy` stood in for them. */
    decidedFor: Type.Optional(Person),
    /** In lists of what waits and in the reply of `details`: the colleague who is away and for whom the reader would decide. */
    standsInFor: Type.Optional(Person),
    assurance: nullable(words(ASSURANCES)),
    /** Absent unless an admin alone approved it: see `requests.break-glass`. */
    brokenGlass: Type.Optional(nullable(BrokenGlass)),
    /** Of the passkey that approved: false if its owner's devices share it. Absent without one, and for an approval of before. */
    deviceBound: Type.Optional(Type.Boolean()),
    /** What the approver who declined gave as the reason; null without one, and once it is erased. */
    declineReason: Type.Optional(nullable(Type.String())),
    /** The last report of “this was not me”, which may come long after the decision. */
    reportedAt: nullable(IsoTime),
    /** When the requester last reminded the approvers of an approval. Absent if never. */
    remindedAt: Type.Optional(IsoTime),
    /** What a call check is about; null for an approval, and for a check of an app of before. */
    asks: Type.Optional(nullable(Asks)),
    /**
     * Who called whom, as each of the two says. Until the check has ended, only the requester sees it, and only their own answer: the
     * approver answers before they see it.
     */
    call: Type.Optional(nullable(Type.Object({ requester: nullable(CallWay), approver: nullable(CallWay) }))),
    /** Whether the requester called back on the number on file. Shown as `call` is. */
    calledBack: Type.Optional(Type.Boolean()),
    /** Only for a confirmed call check that says who called whom. */
    weak: Type.Optional(Type.Array(words(WEAKNESSES))),
    /** Only for a pending `verification`, and only for its requester, in the replies of `create` and `details`. */
    number: Type.Optional(SpokenNumber),
    /**
     * The number on file of the other of the two, E.164, if one counts. Only for a `verification`, for those who may ask or decide, in the
     * reply of `details`.
     */
    callBackNumber: Type.Optional(Type.String()),
    /** Until when the reader takes no approvals from the requester. As `callBackNumber`, for an approval. */
    requesterMutedUntil: Type.Optional(IsoTime),
    /** Set once this has ended, if it was no request but a drill that an admin had sent. Only the one who was asked sees it. */
    drill: Type.Optional(
      Type.Object({
        /** Null for one that expired, or that a real call check has overtaken. */
        answer: nullable(words(DRILL_ANSWERS)),
        /** Whether the admins see how each person answered. */
        byPerson: Type.Boolean(),
      }),
    ),
    /**
     * As `number`: when the request reached an open app or a push service, when an eligible approver opened it, and when a wrong number
     * was last typed.
     */
    seen: Type.Optional(
      Type.Object({
        deliveredAt: nullable(IsoTime),
        openedAt: nullable(IsoTime),
        wrongAt: Type.Optional(nullable(IsoTime)),
      }),
    ),
    /** The earlier request in whose place it was asked. Absent for a call check. */
    replaces: Type.Optional(nullable(OtherRequest)),
    /** The last one that was asked in its place. Absent for a call check. */
    replacedBy: Type.Optional(nullable(OtherRequest)),
    /** In the reply of `details`; not while a `verification` is pending. */
    timeline: Type.Optional(Timeline),
  },
  { $id: 'Request' },
)
export type Request = Static<typeof Request>

const requestFields = {
  type: RequestType,
  title: Line(3, 200),
  details: Type.Optional(Text(4000)),
  files: Type.Optional(FileIds),
  /** Only for an `approval`. */
  kindId: Type.Optional(Id),
  /** Only with a kind. An empty text counts as none. */
  fields: Type.Optional(FieldValues),
  approverId: Type.Optional(Id),
  anyApprover: Type.Optional(Type.Literal(true)),
  /** Seconds; only for an `approval`. A `verification` expires five minutes after it was prepared. */
  expiresIn: Type.Optional(Type.Integer({ minimum: 60, maximum: 30 * 86_400 })),
  /** Only for a `verification`, and together with `call`. */
  asks: Type.Optional(Asks),
  /** Only for a `verification`, and together with `asks`. */
  call: Type.Optional(CallWay),
  /** Only together with `call`, and with an approver whose number on file counts: the requester called back on it. */
  calledBack: Type.Optional(Type.Literal(true)),
}

export { Approver }
export type Approver = Static<typeof Approver>

export const requestApprovers = endpoint({
  operation: 'requests.approvers',
  summary:
    'The active approvers except the caller, by address, and whether they have a device and are reached at once',
  method: 'GET',
  path: '/requests/approvers/{workspaceId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests', 'users', 'workspaces'],
  params: Type.Object({ workspaceId: Id }),
  query: Type.Object({ ...PageQuery, ...AddressSearch }),
  status: 200,
  reply: Type.Array(Approver),
  errors: [],
})

export const prepareRequest = endpoint({
  operation: 'requests.prepare',
  summary: 'The content to sign for a new request, and its challenge, which is valid once and for 120 s',
  method: 'POST',
  path: '/requests/prepare/{workspaceId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  paid: true,
  command: true,
  readModels: [],
  params: Type.Object({ workspaceId: Id }),
  body: Type.Object(requestFields),
  status: 200,
  reply: Type.Object({
    ...Prepared.properties,
    /** As of an approver; for a request to any approver: whether it reaches one of them. */
    notified: Type.Boolean(),
  }),
  errors: [
    'input.invalid',
    'approver.unavailable',
    'rule.unfulfillable',
    'rule.before-missing',
    'approver.muted',
    'call.no-number',
    'rate.exceeded',
    ...ASKING_ERRORS,
  ],
})

export const createRequest = endpoint({
  operation: 'requests.create',
  summary:
    'Ask one approver, or any approver, for an approval; or for a verification of a call, which the requester signs',
  method: 'POST',
  path: '/requests/create/{id}',
  access: 'requester',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({
    ...requestFields,
    /**
     * Only for an `approval`: an own request of this workspace that was not approved, in whose place this one is asked. One that still
     * waits is withdrawn.
     */
    replaces: Type.Optional(Id),
    /** The signature over the reply of `prepare` for the same fields. Required for a `verification`. */
    proof: Type.Optional(Proof),
  }),
  status: 201,
  reply: Request,
  errors: [
    'input.invalid',
    'approver.unavailable',
    'rule.unfulfillable',
    'rule.before-missing',
    'approver.muted',
    'call.no-number',
    'proof.missing',
    ...PROOF_ERRORS,
    ...ASKING_ERRORS,
    'request.not-found',
    'request.closed',
  ],
})

export const requestDetails = endpoint({
  operation: 'requests.details',
  summary: 'Get one request',
  method: 'GET',
  path: '/requests/details/{id}',
  access: 'user',
  readModels: ['requests', 'workspaces'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found'],
})

export const requestList = endpoint({
  operation: 'requests.list',
  summary: 'Requests of a workspace: all for admins, for others those they made or may decide',
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
    /** `asked`: made by the caller. `addressed`: addressed to the caller by name, or decided by the caller. */
    mine: Type.Optional(Mine),
    ...OfPerson,
  }),
  status: 200,
  reply: Type.Array(Request),
  errors: [],
})
