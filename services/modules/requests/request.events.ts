import Type from 'typebox'
import { ASK_KINDS, CALL_WAYS, WEAKNESSES } from '#contract/requests/requests.ts'
import { Rejected } from '#contract/errors.ts'
import { FIELD_TYPES, MAX_FIELDS } from '#contract/requests/kinds.ts'
import { FILE_TYPES, MAX_FILES } from '#contract/requests/files.ts'
import { MOST_AT_ONCE } from '#contract/requests/several.ts'
import { words } from '#contract/common.ts'
import { clear, evidence, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'
import type { ReminderEvent } from './reminders/reminder.events.ts'
import type { GlassEvent } from './glass/glass.events.ts'
import type { ReplacingEvent } from './replacing/replacing.events.ts'
import type { RuleEvent } from './rules/rule.events.ts'

/** Stream `request-<requestId>`: one request and its final answer. */

const id = clear('id')
const ids = { requestId: id, workspaceId: id }
/** Whoever decides, and what they relied on. */
const decided = {
  ...ids,
  participantId: id,
  userId: id,
  email: personal(Type.String(), { person: 'userId' }),
  /** The workspace revision with the rights that the decision relied on. */
  workspaceRevision: Type.Integer(),
}
const assurance = Type.Union([Type.Literal('passkey'), Type.Literal('pin')])
const listed = Type.Object({
  /** The request's own content. */
  canonical: clear('signed content'),
  /** In the list, from 0. */
  place: Type.Integer({ minimum: 0, maximum: MOST_AT_ONCE - 1 }),
})
/** `listed`: the evidence signs a list of approvals, and this request is among them. */
const approvalEvidence = Type.Object({ ...evidence.properties, listed: Type.Optional(listed) })
/** The groups of the rule that the person was in then. */
const groups = Type.Array(id, { maxItems: 10 })
/** The answer of one of the two to who called whom. */
const call = words(CALL_WAYS)
const disputed = { ...ids, participantId: id, userId: id, call, workspaceRevision: Type.Integer() }

/** For whom somebody decided who stood in for a colleague. Absent: for themselves. */
const onBehalf = {
  onBehalfOf: Type.Optional(id),
  onBehalfOfUserId: Type.Optional(id),
  onBehalfOfEmail: optionalPersonal(Type.String(), { person: 'onBehalfOfUserId' }),
}

/** A program of before would take the decision for one of the deputy’s own, and refuse its signature for ever. */
const notOnBehalf = (data: Record<string, unknown>): Record<string, unknown> => {
  if ('onBehalfOf' in data) throw new Rejected('program.upgrading')
  return data
}

const inBoth = Type.Object({ de: Type.String(), en: Type.String() })

/** Reasons of version 2. */
const closedReasons = [
  Type.Literal('expired'),
  Type.Literal('approver-unavailable'),
  Type.Literal('requester-unavailable'),
  Type.Literal('code-mismatch'),
  Type.Literal('reported'),
] as const

/** Version 1 of `RequestApproved`. */
const approved = { ...decided, assurance, evidence }
const approvedOnCall = {
  ...approved,
  /** For a check whose requester described the call. */
  call: Type.Optional(call),
  weak: Type.Optional(Type.Array(words(WEAKNESSES), { maxItems: WEAKNESSES.length })),
}
const declined = { ...decided, assurance: Type.Literal('session') }
/** What the person who declines types. */
const reasoned = { ...declined, reason: optionalPersonal(Type.String(), { workspace: 'workspaceId' }) }
const given = Type.Object({ ...decided, assurance, evidence: approvalEvidence, groups })

/** Version 2 only stops older processes, which do not know that a verification needs the number, from deciding. */
const unchanged = { 1: (data: Record<string, unknown>) => data }

const numberRefused = {
  ...ids,
  participantId: id,
  userId: id,
  deviceId: id,
  /** Of the proof in that approval. */
  challenge: clear('hash'),
  /** At 0 the request is closed. */
  triesLeft: Type.Integer(),
  workspaceRevision: Type.Integer(),
}

/** As version 1 was. What the new fields say is not kept as long as a program of before runs. */
const without =
  (...added: readonly string[]) =>
  (data: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(data).filter(([field]) => !added.includes(field)))

export const requestEvents = {
  /** `partiesOf` derives the eligible approvers from the workspace at its revision. */
  RequestCreated: fact(
    2,
    Type.Object({
      ...ids,
      type: Type.Union([Type.Literal('verification'), Type.Literal('approval')]),
      title: personal(Type.String(), { workspace: 'workspaceId' }),
      details: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      /** 32 bytes, base64url: part of the signed hash of the text, and as secret as the text. */
      salt: personal(Type.String(), { workspace: 'workspaceId' }),
      requesterId: id,
      requesterUserId: id,
      requesterEmail: personal(Type.String(), { person: 'requesterUserId' }),
      /** null: any approver */
      approverId: Type.Union([id, Type.Null()]),
      approverUserId: Type.Optional(id),
      approverEmail: optionalPersonal(Type.String(), { person: 'approverUserId' }),
      expiresAt: clear('time'),
      workspaceRevision: Type.Integer(),
      /** If the requester signed; always for a verification. */
      assurance: Type.Optional(assurance),
      evidence: Type.Optional(evidence),
    }),
    unchanged,
  ),
  /**
   * What the requester of a call check says about the call, next to `RequestCreated`. Programs of before cannot read it, so none of
   * them decides such a check.
   */
  CallDescribed: fact(
    1,
    Type.Object({
      ...ids,
      asks: words(ASK_KINDS),
      call,
      /** On the number on file. */
      calledBack: Type.Boolean(),
    }),
  ),
  /**
   * The files of an approval, next to `RequestCreated`. Programs of before cannot read it, so none of them decides an approval whose files
   * it would not show.
   */
  FilesAttached: fact(
    1,
    Type.Object({
      ...ids,
      requesterUserId: id,
      /** In the order of `names`. */
      files: Type.Array(
        Type.Object({
          id,
          /** Salted with the salt of the text. */
          nameHash: clear('hash'),
          type: words(FILE_TYPES),
          size: Type.Integer(),
          /** Of the bytes, in hex digits. */
          sha256: clear('hash'),
        }),
        { minItems: 1, maxItems: MAX_FILES },
      ),
      names: personal(Type.Array(Type.String()), { person: 'requesterUserId' }),
    }),
  ),
  /**
   * The kind of an approval and its fields, next to `RequestCreated`. Programs of before cannot read it, so none of them decides an
   * approval whose fields it would not show.
   */
  FieldsFilled: fact(
    1,
    Type.Object({
      ...ids,
      kindId: id,
      kindVersion: Type.Integer(),
      /** As it was shown: a later version of the kind may have other names and labels. */
      filled: personal(
        Type.Object({
          kind: Type.Object({ name: inBoth }),
          fields: Type.Array(
            Type.Object({
              name: Type.String(),
              label: inBoth,
              type: words(FIELD_TYPES),
              listed: Type.Boolean(),
              value: Type.Union([
                Type.String(),
                Type.Object({ value: Type.String(), currency: Type.String() }),
              ]),
              /** The option of a choice. */
              option: Type.Optional(inBoth),
            }),
            { maxItems: MAX_FIELDS },
          ),
        }),
        { workspace: 'workspaceId' },
      ),
    }),
  ),
  /** A signature before the last one, which is `RequestApproved`. */
  ApprovalGiven: fact(2, Type.Object({ ...given.properties, ...onBehalf }), unchanged, {
    schema: given,
    downcast: notOnBehalf,
  }),
  /** A decline of a request that needs as many as signatures. The last one is `RequestDeclined`. */
  DeclineGiven: fact(2, Type.Object({ ...reasoned, ...onBehalf }), unchanged, {
    schema: Type.Object(reasoned),
    downcast: notOnBehalf,
  }),
  RequestApproved: fact(
    4,
    Type.Object({ ...approvedOnCall, evidence: approvalEvidence, ...onBehalf }),
    { ...unchanged, 2: (data) => data, 3: (data) => data },
    { schema: Type.Object({ ...approvedOnCall, evidence: approvalEvidence }), downcast: notOnBehalf },
  ),
  RequestDeclined: fact(
    3,
    Type.Object({ ...reasoned, ...onBehalf }),
    { ...unchanged, 2: (data) => data },
    { schema: Type.Object(reasoned), downcast: notOnBehalf },
  ),
  RequestWithdrawn: fact(1, Type.Object({ ...ids, participantId: id })),
  /** The requester reminds the approvers who have not decided. */
  RequestReminded: fact(1, Type.Object({ ...ids, participantId: id, remindedAt: clear('time') })),
  RequestClosed: fact(
    3,
    Type.Object({
      ...ids,
      reason: Type.Union([...closedReasons, Type.Literal('both-called'), Type.Literal('claim-denied')]),
    }),
    { ...unchanged, 2: (data) => data },
    {
      schema: Type.Object({ ...ids, reason: Type.Union([...closedReasons]) }),
      downcast: ({ reason, ...data }) => ({
        ...data,
        reason: reason === 'both-called' || reason === 'claim-denied' ? 'reported' : reason,
      }),
    },
  ),
  /** Requester and approver say both that they were called: somebody relays the call. `call` is the approver's answer. */
  BothWereCalled: fact(1, Type.Object(disputed)),
  /** The approver talks to the requester, but did not ask for what the check says. */
  ClaimDenied: fact(1, Type.Object(disputed)),
  /** An approval with a wrong PIN or signature was refused. */
  ApprovalRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** Remaining PIN tries; at 0 the device is disabled. */
      triesLeft: Type.Integer(),
    }),
  ),
  /** The same for a passkey. It cannot be guessed, so tries are not counted. */
  AssertionRefused: fact(1, Type.Object({ ...ids, participantId: id, userId: id, deviceId: id })),
  /** An approval with a wrong number was refused. The event contains neither number. */
  NumberRefused: fact(
    2,
    Type.Object({
      ...numberRefused,
      /** It locks the call checks of the two: see `PairLocked`. */
      locks: Type.Optional(Type.Literal(true)),
    }),
    { 1: (data) => data },
    { schema: Type.Object(numberRefused), downcast: without('locks') },
  ),
  /** A participant reported “This was not me”. */
  RequestReported: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      as: Type.Union([Type.Literal('requester'), Type.Literal('approver')]),
      workspaceRevision: Type.Integer(),
    }),
  ),
  /** A creation with a wrong PIN or signature was refused. Stream `refusedCreation-<requestId>`. */
  CreationRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** Remaining PIN tries; absent for a passkey. */
      triesLeft: Type.Optional(Type.Integer()),
    }),
  ),
} as const

type EventOfPart = GlassEvent | RuleEvent | ReminderEvent | ReplacingEvent
/** Of the stream of a request. */
export type RequestEvent = EventOf<typeof requestEvents> | EventOfPart
export const requestStream = (requestId: string): string => `request-${requestId}`
/** Separate from the request's stream, because the request may never be created. */
export const refusedCreationStream = (requestId: string): string => `refusedCreation-${requestId}`
