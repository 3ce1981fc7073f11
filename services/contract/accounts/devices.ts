import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, IsoTime, Line, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Attestation, CreationOptions } from './passkeys.ts'

const DeviceName = Line(1, 80)

export const DeviceKind = Type.Union([Type.Literal('passkey'), Type.Literal('pin')])

export const Device = Type.Object(
  {
    id: Id,
    kind: DeviceKind,
    name: nullable(Type.String()),
    createdAt: IsoTime,
    lastUsedAt: nullable(IsoTime),
    disabled: Type.Boolean(),
  },
  { $id: 'Device' },
)
export type Device = Static<typeof Device>

/** base64url of 32 bytes */
export const Challenge = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
/** base64url of the 64-byte r‖s of ECDSA P-256/SHA-256, the format of WebCrypto */
export const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' })
export const Pin = Type.String({ pattern: '^[0-9]{6,12}$' })
const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const PublicKeyJwk = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Coordinate,
  y: Coordinate,
})
export type PublicKeyJwk = Static<typeof PublicKeyJwk>

export const registerDeviceOptions = endpoint({
  operation: 'users.register-device-options',
  summary: 'Get the challenge that the key of a new device signs; super admins can only enrol passkeys',
  method: 'POST',
  path: '/users/register-device-options',
  access: 'session',
  needsFreshLogin: true,
  command: true,
  readModels: [],
  body: Type.Object({ kind: DeviceKind }),
  status: 200,
  reply: Type.Union([
    Type.Object({ kind: Type.Literal('pin'), challenge: Challenge, expiresAt: IsoTime }),
    Type.Object({ kind: Type.Literal('passkey'), options: CreationOptions }),
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
})
export type Registration = Static<typeof Registration>

export const registerDevice = endpoint({
  operation: 'users.register-device',
  summary: 'Enrol a passkey, or a PIN device with its public key, PIN and signature over the challenge',
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
    'challenge.spent',
    'proof.invalid',
    'device.limit',
    'device.exists',
    'input.invalid',
    'rate.exceeded',
    'service.busy',
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
