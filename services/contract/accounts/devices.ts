import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, IsoTime, Line, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Attestation, CreationOptions, RequestOptions } from './passkeys.ts'
import { Challenge, Pin, Proof, PROOF_ERRORS, Signature } from './proof.ts'

const DeviceName = Line(1, 80)

export const DEVICE_KINDS = ['passkey', 'pin'] as const
export const DeviceKind = words(DEVICE_KINDS)

/** A waiting device signs nothing yet. A disabled one had too many wrong PINs. */
export const DEVICE_STATES = ['usable', 'waiting', 'disabled'] as const
/**
 * What made a device usable: it was the person's first, another device of theirs or a colleague vouched for it, or its
 * waiting time has to pass.
 */
export const ENROLLED_BY = ['first', 'own-device', 'colleague', 'waited'] as const

export const Device = Type.Object(
  {
    id: Id,
    kind: DeviceKind,
    name: nullable(Type.String()),
    createdAt: IsoTime,
    lastUsedAt: nullable(IsoTime),
    disabled: Type.Boolean(),
    state: words(DEVICE_STATES),
    /** When a waiting device becomes usable; null unless it waits. */
    usableFrom: nullable(IsoTime),
    /** False for a passkey that its owner's devices share. Null for a device of before this was recorded. */
    deviceBound: nullable(Type.Boolean()),
    enrolledBy: words(ENROLLED_BY),
  },
  { $id: 'Device' },
)
export type Device = Static<typeof Device>

const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const PublicKeyJwk = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Coordinate,
  y: Coordinate,
})
export type PublicKeyJwk = Static<typeof PublicKeyJwk>

/** RFC 7638, base64url. */
const Thumbprint = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

/** What a usable device of the caller signs to vouch for a new one. `canonical` is the text of an `Enrolment`. */
export const OwnVouch = Type.Object({
  canonical: Type.String(),
  challenge: Challenge,
  /** For `navigator.credentials.get`; null if the caller has no usable passkey. */
  passkey: nullable(RequestOptions),
})

/** The content that a usable device signs for another one of the same person. */
export const Enrolment = Type.Object({
  v: Type.Literal(1),
  kind: Type.Literal('enrolment'),
  userId: Id,
  /** RFC 7638 thumbprint of the new key. */
  key: Type.String(),
  nonce: Type.String(),
  expiresAt: IsoTime,
})
export type Enrolment = Static<typeof Enrolment>

export const registerDeviceOptions = endpoint({
  operation: 'users.register-device-options',
  summary:
    'Get the challenge that the key of a new device signs, and what a device of the caller signs to vouch for that key; super admins can only enrol passkeys',
  method: 'POST',
  path: '/users/register-device-options',
  access: 'session',
  needsFreshLogin: true,
  command: true,
  readModels: [],
  body: Type.Object({
    kind: DeviceKind,
    /** The new key, or its thumbprint. Only then does the reply have a `vouch`, for a caller with a usable device. */
    key: Type.Optional(Thumbprint),
    publicKey: Type.Optional(PublicKeyJwk),
  }),
  status: 200,
  reply: Type.Union([
    Type.Object({
      kind: Type.Literal('pin'),
      challenge: Challenge,
      expiresAt: IsoTime,
      vouch: Type.Optional(OwnVouch),
    }),
    Type.Object({ kind: Type.Literal('passkey'), options: CreationOptions, vouch: Type.Optional(OwnVouch) }),
  ]),
  errors: ['access.denied', 'rate.exceeded'],
})

/**
 * A PIN device has all fields but `response`, a passkey only that one. Not a union, because validation removes the
 * fields that a branch does not name.
 */
const Registration = Type.Object({
  kind: DeviceKind,
  name: DeviceName,
  challenge: Type.Optional(Challenge),
  publicKey: Type.Optional(PublicKeyJwk),
  pin: Type.Optional(Pin),
  signature: Type.Optional(Signature),
  response: Type.Optional(Attestation),
  /** Of a usable device, over the `vouch` of the options. Without it, a further device waits. */
  vouch: Type.Optional(Proof),
})
export type Registration = Static<typeof Registration>

export const registerDevice = endpoint({
  operation: 'users.register-device',
  summary:
    'Enrol a passkey, or a PIN device with its public key, PIN and signature over the challenge; a further one waits unless a usable device of the caller vouches for it',
  method: 'POST',
  path: '/users/register-device',
  access: 'session',
  needsFreshLogin: true,
  command: true,
  readModels: ['users'],
  body: Registration,
  status: 201,
  reply: Device,
  errors: [
    'access.denied',
    'device.limit',
    'device.exists',
    'input.invalid',
    'service.busy',
    ...PROOF_ERRORS,
  ],
})

export const devices = endpoint({
  operation: 'users.devices',
  summary: 'List the caller’s devices',
  method: 'GET',
  path: '/users/devices',
  access: 'session',
  readModels: ['users'],
  status: 200,
  reply: Type.Array(Device),
  errors: [],
})

export const removeDevice = endpoint({
  operation: 'users.remove-device',
  summary: 'Remove one of the caller’s devices, which can then no longer sign',
  method: 'DELETE',
  path: '/users/remove-device/{id}',
  access: 'session',
  needsFreshLogin: true,
  command: true,
  readModels: ['users'],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['device.not-found'],
})

export const renameDevice = endpoint({
  operation: 'users.rename-device',
  summary: 'Rename one of the caller’s devices',
  method: 'PATCH',
  path: '/users/rename-device/{id}',
  access: 'session',
  command: true,
  readModels: ['users'],
  params: IdParams,
  body: Type.Object({ name: DeviceName }),
  status: 200,
  reply: Device,
  errors: ['device.not-found'],
})
