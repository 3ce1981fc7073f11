import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { REQUEST_MAILS } from '#contract/accounts/users.ts'
import { words } from '#contract/common.ts'
import { clear, evidence, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `user-<userId>`: one account. Password hashes, sessions and tokens are rows, not events. */

const userId = clear('id')
const email = personal(Type.String(), { person: 'userId' })
const role = Type.Union([Type.Literal('admin'), Type.Literal('super admin'), Type.Literal('regular user')])
const provider = Type.Union([Type.Literal('google'), Type.Literal('microsoft')])
const roleRaised = {
  userId,
  role: Type.Literal('admin'),
  by: Type.Union([clear('id'), Type.Null()]),
}
const language = Type.Union([Type.Literal('de'), Type.Literal('en')])

const enrolled = {
  userId,
  deviceId: clear('id'),
  kind: Type.Union([Type.Literal('pin'), Type.Literal('passkey')]),
  name: optionalPersonal(Type.String(), { person: 'userId' }),
  publicKey: clear('public key'),
}

/** An older program would take a waiting device for a usable one. */
const withoutWaiting = ({ usableFrom, ...data }: Record<string, unknown>): Record<string, unknown> => {
  if (usableFrom !== undefined) throw new Rejected('program.upgrading')
  return Object.fromEntries(Object.entries(data).filter(([field]) => field in enrolled))
}

export const userEvents = {
  UserSignedUp: fact(1, Type.Object({ userId, email, addressHash: clear('hash'), role, language })),
  /** Sends a confirmation mail. Tokens of older generations are invalid. */
  ConfirmationRequested: fact(1, Type.Object({ userId, email, generation: Type.Integer() })),
  /** Sends a reset link. Links of older generations are invalid. */
  PasswordResetRequested: fact(
    1,
    Type.Object({
      userId,
      client: Type.Union([Type.Literal('web'), Type.Literal('mobile')]),
      generation: Type.Integer(),
    }),
  ),
  /** With a reset link. All earlier sessions have ended, and the owner gets a mail. */
  PasswordChanged: fact(1, Type.Object({ userId })),
  /** A sign-up with the address of a verified account. Its owner gets a mail. */
  SignupRepeated: fact(1, Type.Object({ userId, email })),
  EmailVerified: fact(1, Type.Object({ userId, role })),
  /** A sign-in at a provider with this address. A mail asks the owner of the address to confirm it. */
  IdentityLinkRequested: fact(
    1,
    Type.Object({ userId, email, provider, identityHash: clear('hash'), generation: Type.Integer() }),
  ),
  /** The provider identity can sign in to this account from now on. */
  IdentityLinked: fact(1, Type.Object({ userId, provider, identityHash: clear('hash') })),
  /** An old token of a session was used again, so a copy exists. The session has ended, and its owner gets a mail. */
  SessionReplayed: fact(1, Type.Object({ userId, sessionId: clear('id') })),
  /** Another session signed in a phone, which has a session of its own. The owner gets a mail and a push. */
  PhonePaired: fact(
    1,
    Type.Object({
      userId,
      sessionId: clear('id'),
      pairedBy: clear('id'),
      name: optionalPersonal(Type.String(), { person: 'userId' }),
    }),
  ),
  /** So many wrong passwords in a row that logins are slowed down: once for each series. The owner gets a mail. */
  PasswordGuessed: fact(1, Type.Object({ userId })),
  /** The language of mails. */
  UserLanguageChanged: fact(1, Type.Object({ userId, language })),
  /** When mails about ordinary requests come. A link of a digest may have chosen `never`. */
  RequestMailsChanged: fact(1, Type.Object({ userId, requestMails: words(REQUEST_MAILS) })),
  /** Of the times in mails. Without one, that of the workspace. */
  UserTimeZoneChanged: fact(1, Type.Object({ userId, timeZone: Type.Optional(clear('time zone')) })),
  /** Without a name it is taken away. */
  UserNamed: fact(1, Type.Object({ userId, name: optionalPersonal(Type.String(), { person: 'userId' }) })),
  /** `by` made the person an admin of a workspace. Version 1 does not tell, version 2 not of which. */
  UserRoleRaised: fact(
    3,
    Type.Object({
      ...roleRaised,
      inWorkspaceId: Type.Optional(clear('id')),
      /** A participant was promoted: `ParticipantPromoted` tells the person. Absent for one who joined as an admin. */
      promoted: Type.Optional(Type.Literal(true)),
    }),
    { 1: (data) => ({ ...data, by: null }), 2: (data) => data },
    {
      schema: Type.Object(roleRaised),
      downcast: ({ userId: id, role: to, by }) => ({ userId: id, role: to, by }),
    },
  ),
  DeviceEnrolled: fact(
    2,
    Type.Object({
      ...enrolled,
      /** When the waiting device becomes usable. Absent for one that was usable at once. */
      usableFrom: Type.Optional(clear('time')),
      /** False for a passkey that its owner's devices share. */
      deviceBound: Type.Optional(Type.Boolean()),
      /** By a usable device of the same person. */
      vouch: Type.Optional(evidence),
    }),
    { 1: (data) => data },
    { schema: Type.Object(enrolled), downcast: withoutWaiting },
  ),
  /** A colleague vouched for a waiting device, which is usable from then on. */
  DeviceVouched: fact(
    1,
    Type.Object({
      userId,
      deviceId: clear('id'),
      voucherId: clear('id'),
      sharedWorkspaceId: clear('id'),
      evidence,
    }),
  ),
  /** A waiting device was removed by its owner or by an admin. */
  DeviceStopped: fact(1, Type.Object({ userId, deviceId: clear('id'), stoppedBy: clear('id') })),
  /** From the command line, which removed all devices: the next one counts as the first. */
  DevicesRemoved: fact(1, Type.Object({ userId })),
  DeviceRenamed: fact(
    1,
    Type.Object({ userId, deviceId: clear('id'), name: personal(Type.String(), { person: 'userId' }) }),
  ),
  DeviceDisabled: fact(1, Type.Object({ userId, deviceId: clear('id'), reason: Type.Literal('wrong-pins') })),
  /** By its owner. Earlier signatures stay provable, because each signed event holds its own evidence. */
  DeviceRemoved: fact(1, Type.Object({ userId, deviceId: clear('id') })),
  /** Next, each workspace records that the person is leaving, with `deletionId`. */
  DeletionRequested: fact(1, Type.Object({ userId, deletionId: clear('id') })),
  /** `refusedBy` is a workspace that would lose its last admin. */
  DeletionRefused: fact(1, Type.Object({ userId, deletionId: clear('id'), refusedBy: clear('id') })),
  /** Final. Nobody can sign in any more, and the keys of the account are destroyed next. */
  AccountDeleted: fact(1, Type.Object({ userId, deletionId: clear('id') })),
  /** The keys of this person and this address are destroyed. Read models delete what the keys sealed. */
  PersonErased: fact(1, Type.Object({ userId, addressHash: clear('hash') })),
} as const

export type UserEvent = EventOf<typeof userEvents>
export const userStream = (id: string): string => `user-${id}`
