import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { EarlierDefinition, KindDefinition, parks } from '#contract/requests/fields/kind-definition.ts'
import { looksOfGroup, membersOfGroup } from '#modules/workspaces/groups/group.events.ts'
import { clear, evidence, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `workspace-<workspaceId>`: an approved change and what it does are one append. */

const id = clear('id')
const ids = { workspaceId: id, changeId: id }
/** The admin who acts, as a participant and as an account. */
const by = { participantId: id, userId: id, email: personal(Type.String(), { person: 'userId' }) }
const kind = <const K extends string>(name: K) => ({ kind: Type.Literal(name) })
const ofParticipant = { participantId: id }

const acts = [
  Type.Object({ ...kind('protect'), on: Type.Boolean() }),
  Type.Object({ ...kind('delete') }),
  Type.Object({
    ...kind('invite'),
    participantId: id,
    invitationId: id,
    role: Type.Union([Type.Literal('admin'), Type.Literal('regular user')]),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
  }),
  Type.Object({ ...kind('make-approver'), ...ofParticipant }),
  Type.Object({ ...kind('promote'), ...ofParticipant }),
  Type.Object({ ...kind('activate'), ...ofParticipant }),
  /** `endsProtection`: fewer than two active admins remain, so the protection is switched off too. */
  Type.Object({ ...kind('deactivate'), ...ofParticipant, endsProtection: Type.Boolean() }),
  Type.Object({ ...kind('remove'), ...ofParticipant, endsProtection: Type.Boolean() }),
] as const
/** `numberHash`: SHA-256 over the salt and the number, so that the number that is approved is the one that was asked for. */
const callBack = Type.Object({ ...kind('call-back'), ...ofParticipant, numberHash: clear('hash') })
/** `looks` say that the name that is approved is the one that was asked for. `before`: those in the group when it was asked for. */
const groups = [
  Type.Object({
    ...kind('group'),
    groupId: id,
    isNew: Type.Boolean(),
    looks: looksOfGroup(),
    participantIds: membersOfGroup(),
    before: membersOfGroup(),
  }),
  Type.Object({ ...kind('group-removed'), groupId: id }),
] as const

const asked = {
  ...ids,
  /** The participant who asked: an admin, or for a call-back number also its owner. */
  ...by,
  /** Of a participant. */
  targetUserId: Type.Optional(id),
  targetEmail: optionalPersonal(Type.String(), { person: 'targetUserId' }),
  /** Of an invitation. */
  addressHash: Type.Optional(clear('hash')),
  invitedEmail: optionalPersonal(Type.String(), { address: 'addressHash' }),
  /** 32 bytes, base64url: part of the signed hash of an invitation, and as secret as its address. */
  salt: optionalPersonal(Type.String(), { address: 'addressHash' }),
  expiresAt: clear('time'),
  /** How many more the same command asked for; null for each of those. One mail tells about all of them. */
  further: Type.Union([Type.Integer(), Type.Null()]),
}

const askedOrNumber = {
  ...asked,
  /** What the change does. */
  act: Type.Union([...acts, callBack]),
  /** The call-back number, E.164, and the salt of its hash. */
  number: optionalPersonal(Type.String(), { person: 'targetUserId' }),
  numberSalt: optionalPersonal(Type.String(), { person: 'targetUserId' }),
}

const askedOrName = {
  ...askedOrNumber,
  /** Proposed for an invited person; no part of what is signed. */
  invitedName: optionalPersonal(Type.String(), { address: 'addressHash' }),
}

const askedOrGroup = {
  ...askedOrName,
  act: Type.Union([...acts, callBack, ...groups]),
  /** Of a group, and the salt of its signed hash. */
  groupName: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
  groupSalt: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
}

/** An admin sets somebody else's absence, which gives its deputies a say. */
const absence = Type.Object({
  ...kind('absence'),
  ...ofParticipant,
  from: clear('time'),
  until: clear('time'),
  deputies: Type.Array(id, { maxItems: 2 }),
})
const askedOrAbsence = { ...askedOrGroup, act: Type.Union([...acts, callBack, ...groups, absence]) }

/** An admin alone may decide what nobody can decide in time, or may no more. */
const glass = Type.Object({ ...kind('glass'), on: Type.Boolean() })
const askedOrGlass = { ...askedOrAbsence, act: Type.Union([...acts, callBack, ...groups, absence, glass]) }

/** `version`: the one that it becomes. `look` says that the kind that is approved is the one that was asked for. */
const requestKind = Type.Object({
  ...kind('kind'),
  kindId: id,
  version: Type.Integer({ minimum: 1 }),
  look: clear('hash'),
})
const askedOrKind = {
  ...askedOrGlass,
  act: Type.Union([...acts, callBack, ...groups, absence, glass, requestKind]),
  /** Of a kind of request: as it was, null for a new one, and as it becomes; and the salt of its signed hash. */
  requestKind: optionalPersonal(
    Type.Object({ before: Type.Union([EarlierDefinition, Type.Null()]), after: EarlierDefinition }),
    { workspace: 'workspaceId' },
  ),
  kindSalt: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
}
const askedOrParking = {
  ...askedOrKind,
  requestKind: optionalPersonal(
    Type.Object({ before: Type.Union([KindDefinition, Type.Null()]), after: KindDefinition }),
    { workspace: 'workspaceId' },
  ),
}
const isParking = ({
  requestKind: written,
}: {
  readonly requestKind?: { before: unknown; after: unknown } | null
}) => parks(written?.before) || parks(written?.after)

/** A program of before waits for what it cannot read. */
const wait = (): never => {
  throw new Rejected('program.upgrading')
}

const overtaken = {
  ...ids,
  /** The admin who approved it; absent if another event closed it. */
  participantId: Type.Optional(id),
  userId: Type.Optional(id),
  email: optionalPersonal(Type.String(), { person: 'userId' }),
}
const overtakenBy = [
  Type.Literal('target-gone'),
  Type.Literal('already'),
  Type.Literal('requester-gone'),
  Type.Literal('no-seat'),
  Type.Literal('too-few-admins'),
] as const

export const changeEvents = {
  /** While people are protected, a second admin decides who becomes an approver or admin, and about the rules. */
  PeopleProtectionChanged: fact(1, Type.Object({ workspaceId: id, protected: Type.Boolean() })),
  /** Whether an admin alone may decide what nobody can decide in time. Not before the first one. */
  BreakGlassAllowed: fact(1, Type.Object({ workspaceId: id, allowed: Type.Boolean() })),
  /** The operator will lift the protection, because no second admin is left, unless somebody who may decide stops it before. */
  ProtectionLiftStarted: fact(
    1,
    Type.Object({
      workspaceId: id,
      liftId: id,
      /** User id of the super admin. */
      startedBy: id,
      reason: personal(Type.String(), { workspace: 'workspaceId' }),
      endsAt: clear('time'),
    }),
  ),
  /** By a participant who may decide. */
  ProtectionLiftStopped: fact(1, Type.Object({ workspaceId: id, liftId: id })),
  /** By a super admin. */
  ProtectionLiftWithdrawn: fact(1, Type.Object({ workspaceId: id, liftId: id })),
  /** The waiting time has passed. The actor is the super admin who started it, the reason is theirs; absent once erased. */
  ProtectionLifted: fact(
    1,
    Type.Object({
      workspaceId: id,
      liftId: id,
      reason: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** A participant asked for a change that needs a second admin. */
  ChangeAsked: fact(
    9,
    Type.Object(askedOrParking),
    {
      1: (data) => data,
      2: (data) => data,
      3: (data) => data,
      4: (data) => data,
      5: (data) => data,
      6: (data) => data,
      7: (data) => data,
      8: (data) => data,
    },
    { schema: Type.Object(askedOrKind), downcast: (data) => (isParking(data) ? wait() : data) },
  ),
  /** The events of the change follow in the same append. */
  ChangeApproved: fact(
    1,
    Type.Object({
      ...ids,
      ...by,
      assurance: Type.Union([Type.Literal('passkey'), Type.Literal('pin')]),
      evidence,
    }),
  ),
  ChangeRefused: fact(1, Type.Object({ ...ids, ...by })),
  ChangeWithdrawn: fact(1, Type.Object({ ...ids, participantId: id, userId: id })),
  ChangeExpired: fact(1, Type.Object(ids)),
  /** It cannot be done any more. After its approval: another version of its kind came first. */
  ChangeOvertaken: fact(
    2,
    Type.Object({ ...overtaken, reason: Type.Union([...overtakenBy, Type.Literal('outdated')]) }),
    { 1: (data) => data },
    {
      schema: Type.Object({ ...overtaken, reason: Type.Union([...overtakenBy]) }),
      downcast: (data) => (data['reason'] === 'outdated' ? wait() : data),
    },
  ),
  /** An approval with a wrong PIN or signature was refused. */
  ChangeApprovalRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** Remaining PIN tries; at 0 the device is disabled. Absent for a passkey. */
      triesLeft: Type.Optional(Type.Integer()),
    }),
  ),
} as const

export type ChangeEvent = EventOf<typeof changeEvents>
