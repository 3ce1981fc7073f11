import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, IsoTime, nullable } from '../common.ts'
import { GivenName } from '../person.ts'
import { endpoint } from '../endpoint.ts'
import { Device } from './devices.ts'
import { RequestOptions } from './passkeys.ts'
import { Challenge, Proof, PROOF_ERRORS } from './proof.ts'

/** Devices that wait, and what colleagues do about them. */

export const WaitingDevice = Type.Object(
  {
    device: Device,
    person: Type.Object({
      userId: Id,
      participantId: Id,
      email: nullable(Type.String()),
      name: GivenName,
    }),
    /** A workspace that the caller shares with the person. */
    workspaceId: Id,
    /** Whether the caller may decide in a shared workspace and has a usable device. */
    mayVouch: Type.Boolean(),
    /** Whether the caller is an admin of a shared workspace. */
    mayStop: Type.Boolean(),
  },
  { $id: 'WaitingDevice' },
)
export type WaitingDevice = Static<typeof WaitingDevice>

/** The content that a colleague's device signs. It contains no address and no name. */
export const Vouching = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Literal('vouching'),
    deviceId: Id,
    /** RFC 7638 thumbprint of the waiting device's key. */
    key: Type.String(),
    /** The owner of the device. */
    userId: Id,
    /** The user who vouches. */
    voucherId: Id,
    nonce: Type.String(),
  },
  { $id: 'Vouching' },
)
export type Vouching = Static<typeof Vouching>

export const waitingDevices = endpoint({
  operation: 'devices.waiting',
  summary: 'Waiting devices of colleagues that the caller may vouch for or stop, the oldest first',
  method: 'GET',
  path: '/devices/waiting',
  access: 'user',
  readModels: ['users', 'workspaces'],
  status: 200,
  reply: Type.Array(WaitingDevice),
  errors: [],
})

export const deviceChallenge = endpoint({
  operation: 'devices.challenge',
  summary:
    'The content to sign to vouch for a colleague’s waiting device; its challenge is valid once and for 120 s',
  method: 'POST',
  path: '/devices/challenge/{id}',
  access: 'user',
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Type.Object({
    content: Vouching,
    canonical: Type.String(),
    challenge: Challenge,
    expiresAt: IsoTime,
    /** For `navigator.credentials.get`; null if the caller has no usable passkey. */
    passkey: nullable(RequestOptions),
  }),
  errors: ['device.not-found', 'device.not-waiting', 'rate.exceeded'],
})

export const vouchForDevice = endpoint({
  operation: 'devices.vouch',
  summary:
    'Vouch for a colleague’s waiting device with the signature of an own one; it is usable from then on',
  method: 'POST',
  path: '/devices/vouch/{id}',
  access: 'user',
  command: true,
  readModels: ['users'],
  params: IdParams,
  body: Type.Object({ proof: Proof }),
  status: 200,
  reply: Device,
  errors: ['device.not-found', 'device.not-waiting', ...PROOF_ERRORS],
})

export const stopDevice = endpoint({
  operation: 'devices.stop',
  summary: 'Stop a waiting device, as its owner or as an admin of a shared workspace; it is removed',
  method: 'POST',
  path: '/devices/stop/{id}',
  access: 'session',
  command: true,
  readModels: ['users'],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['access.denied', 'device.not-found', 'device.not-waiting'],
})
