import Type from 'typebox'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `user-<userId>`: one person's account. Password hashes, sessions and tokens are rows, not facts. */

const userId = clear('id')
const email = personal(Type.String(), { person: 'userId' })
const role = Type.Union([Type.Literal('admin'), Type.Literal('super admin'), Type.Literal('regular user')])
const provider = Type.Union([Type.Literal('google'), Type.Literal('microsoft')])
const language = Type.Union([Type.Literal('de'), Type.Literal('en')])

export const userEvents = {
  UserSignedUp: fact(1, Type.Object({ userId, email, addressHash: clear('hash'), role, language })),
  /** A confirmation mail is due; tokens of older generations are dead. */
  ConfirmationRequested: fact(1, Type.Object({ userId, email, generation: Type.Integer() })),
  /** A mail with a link is due, by which the password can be set; links of older generations are dead. */
  PasswordResetRequested: fact(
    1,
    Type.Object({
      userId,
      client: Type.Union([Type.Literal('web'), Type.Literal('mobile')]),
      generation: Type.Integer(),
    }),
  ),
  /** By the link of a mail. The sessions of before have ended, and the owner is told. */
  PasswordChanged: fact(1, Type.Object({ userId })),
  /** Somebody signed up with the address of a verified account; its owner is told by mail. */
  SignupRepeated: fact(1, Type.Object({ userId, email })),
  EmailVerified: fact(1, Type.Object({ userId, role })),
  /** Somebody signed in at a provider with this address; whether it is the owner of the account, a mail asks. */
  IdentityLinkRequested: fact(
    1,
    Type.Object({ userId, email, provider, identityHash: clear('hash'), generation: Type.Integer() }),
  ),
  /** From now on this account of the provider opens this account of ours. */
  IdentityLinked: fact(1, Type.Object({ userId, provider, identityHash: clear('hash') })),
  /** An old token of a session came again: somebody had a copy. The session has ended, and its owner is told. */
  SessionReplayed: fact(1, Type.Object({ userId, sessionId: clear('id') })),
  /** Mails are in this language from now on. */
  UserLanguageChanged: fact(1, Type.Object({ userId, language })),
  UserRoleRaised: fact(1, Type.Object({ userId, role: Type.Literal('admin') })),
  DeviceEnrolled: fact(
    1,
    Type.Object({
      userId,
      deviceId: clear('id'),
      kind: Type.Union([Type.Literal('pin'), Type.Literal('passkey')]),
      name: optionalPersonal(Type.String(), { person: 'userId' }),
      publicKey: clear('public key'),
    }),
  ),
  DeviceRenamed: fact(
    1,
    Type.Object({ userId, deviceId: clear('id'), name: personal(Type.String(), { person: 'userId' }) }),
  ),
  DeviceDisabled: fact(1, Type.Object({ userId, deviceId: clear('id'), reason: Type.Literal('wrong-pins') })),
  /** By its owner: it signs nothing any more. What it has signed stays provable, by the evidence in each fact. */
  DeviceRemoved: fact(1, Type.Object({ userId, deviceId: clear('id') })),
  /** Every workspace is asked next whether it can do without them; those that can hold `deletionId`. */
  DeletionRequested: fact(1, Type.Object({ userId, deletionId: clear('id') })),
  /** That workspace would be left without an admin, so nothing is deleted. */
  DeletionRefused: fact(1, Type.Object({ userId, deletionId: clear('id'), refusedBy: clear('id') })),
  /** Nothing opens the account from here on, and nobody brings it back; its keys die next. */
  AccountDeleted: fact(1, Type.Object({ userId, deletionId: clear('id') })),
  /** The keys of this person and of this address are destroyed: whoever shows what they sealed forgets it. */
  PersonErased: fact(1, Type.Object({ userId, addressHash: clear('hash') })),
} as const

export type UserEvent = EventOf<typeof userEvents>
export const userStream = (id: string): string => `user-${id}`
