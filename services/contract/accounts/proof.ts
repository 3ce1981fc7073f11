import Type, { type Static } from 'typebox'
import { Id } from '../common.ts'
import { Assertion } from './passkeys.ts'

/** base64url of 32 bytes */
export const Challenge = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
/** base64url of the 64-byte r‖s of ECDSA P-256/SHA-256, the format of WebCrypto */
export const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' })
export const Pin = Type.String({ pattern: '^[0-9]{6,12}$' })

/** `pin` and `signature` of a PIN device, or the `assertion` of a passkey, which identifies its device. */
export const Proof = Type.Object({
  challenge: Challenge,
  deviceId: Type.Optional(Id),
  pin: Type.Optional(Pin),
  signature: Type.Optional(Signature),
  assertion: Type.Optional(Assertion),
})
export type Proof = Static<typeof Proof>

/** How a proof can be refused. The details of `device.waiting` say `usableFrom`. */
export const PROOF_ERRORS = [
  'proof.invalid',
  'device.disabled',
  'device.waiting',
  'challenge.spent',
  'rate.exceeded',
] as const
