import Type from 'typebox'
import { fact, optionalPersonal, personal, type EventOf } from '#platform/facts.ts'

/** Stream `user-<userId>`: one person's account. Password hashes, sessions and tokens are rows, not facts. */

const userId = Type.String()
const email = personal(Type.String(), { person: 'userId' })
const role = Type.Union([Type.Literal('admin'), Type.Literal('super admin'), Type.Literal('regular user')])
const provider = Type.Union([Type.Literal('google'), Type.Literal('microsoft')])
const language = Type.Union([Type.Literal('de'), Type.Literal('en')])

export const userEvents = {
  UserSignedUp: fact(1, Type.Object({ userId, email, addressHash: Type.String(), role, language })),
  /** A confirmation mail is due; tokens of older generations are dead. */
  ConfirmationRequested: fact(1, Type.Object({ userId, email, generation: Type.Integer() })),
  /** Somebody signed up with the address of a verified account; its owner is told by mail. */
  SignupRepeated: fact(1, Type.Object({ userId, email })),
  EmailVerified: fact(1, Type.Object({ userId, role })),
  /** Somebody signed in at a provider with this address; whether it is the owner of the account, a mail asks. */
  IdentityLinkRequested: fact(
    1,
    Type.Object({ userId, email, provider, identityHash: Type.String(), generation: Type.Integer() }),
  ),
  /** From now on this account of the provider opens this account of ours. */
  IdentityLinked: fact(1, Type.Object({ userId, provider, identityHash: Type.String() })),
  UserRoleRaised: fact(1, Type.Object({ userId, role: Type.Literal('admin') })),
  DeviceEnrolled: fact(
    1,
    Type.Object({
      userId,
      deviceId: Type.String(),
      kind: Type.Union([Type.Literal('pin'), Type.Literal('passkey')]),
      name: optionalPersonal(Type.String(), { person: 'userId' }),
      /** JWK as canonical text */
      publicKey: Type.String(),
    }),
  ),
  DeviceDisabled: fact(
    1,
    Type.Object({ userId, deviceId: Type.String(), reason: Type.Literal('wrong-pins') }),
  ),
} as const

export type UserEvent = EventOf<typeof userEvents>
export const userStream = (id: string): string => `user-${id}`
