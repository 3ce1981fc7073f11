import Type, { type Static } from 'typebox'
import { Email, Empty, Id, IsoTime, Line, Message, NextCursor, PageQuery, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'
import { WorkspaceMembership } from './workspaces.ts'

export const UserRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('super admin'),
  Type.Literal('regular user'),
])
export type UserRole = Static<typeof UserRole>

export const User = Type.Object(
  {
    id: Id,
    email: nullable(Type.String()),
    role: UserRole,
    verified: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    createdAt: IsoTime,
    updatedAt: IsoTime,
  },
  { $id: 'User' },
)
export type User = Static<typeof User>

const NewPassword = Type.String({ minLength: 6, maxLength: 128 })
const LoginPassword = Type.String({ minLength: 3, maxLength: 128 })
const Token = Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' })
const AccessToken = Type.Object({ access_token: Type.String() })

export const login = endpoint({
  operation: 'auth.login',
  summary: 'Log in with e-mail and password',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ email: Email, password: LoginPassword }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'rate.exceeded', 'service.busy'],
})

/** An access token of Google, or an ID token of Microsoft; as RFC 6750 writes tokens. */
const ProviderToken = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9._~+/-]+=*$' }),
})

export const verifyGoogle = endpoint({
  operation: 'auth.verify-google',
  summary: 'Log in with the access token that Google gave for our client id; the first time makes an account',
  method: 'POST',
  path: '/auth/google/verify',
  access: 'public',
  readModels: ['users'],
  body: ProviderToken,
  status: 200,
  reply: AccessToken,
  errors: [
    'google.refused',
    'identity.unconfirmed',
    'provider.off',
    'command.conflict',
    'rate.exceeded',
    'google.unavailable',
  ],
})

export const verifyMicrosoft = endpoint({
  operation: 'auth.verify-microsoft',
  summary: 'Log in with the ID token that Microsoft gave for our client id; the first time makes an account',
  method: 'POST',
  path: '/auth/microsoft/verify',
  access: 'public',
  readModels: ['users'],
  body: ProviderToken,
  status: 200,
  reply: AccessToken,
  errors: [
    'microsoft.refused',
    'identity.unconfirmed',
    'provider.off',
    'command.conflict',
    'rate.exceeded',
    'microsoft.unavailable',
  ],
})

export const signup = endpoint({
  operation: 'auth.signup',
  summary: 'Create an account; with the token of an invitation it is verified at once',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  command: true,
  readModels: ['users'],
  body: Type.Object({
    email: Type.Optional(Email),
    password: NewPassword,
    verificationToken: Type.Optional(Token),
  }),
  status: 201,
  reply: Message,
  errors: ['account.exists', 'invitation.not-found', 'rate.exceeded', 'service.busy'],
})

export const verifyEmail = endpoint({
  operation: 'auth.verify-email',
  summary:
    'Confirm an e-mail address, or that a sign-in at a provider was one’s own; a second call with the same token answers the same. Another browser than the one that signed up sends a password, which then becomes the account’s',
  method: 'POST',
  path: '/auth/verifyEmail/{verificationToken}',
  access: 'public',
  command: true,
  readModels: ['users'],
  params: Type.Object({ verificationToken: Token }),
  body: Type.Object({ password: Type.Optional(NewPassword) }),
  status: 200,
  reply: Empty,
  errors: ['token.not-found', 'identity.other-browser', 'password.needed', 'service.busy', 'rate.exceeded'],
})

export const initiateVerification = endpoint({
  operation: 'auth.initiate-verification',
  summary: 'Send the confirmation mail again; answers the same for unknown addresses',
  method: 'POST',
  path: '/auth/initiate-verification',
  access: 'public',
  command: true,
  readModels: [],
  body: Type.Object({ email: Email }),
  status: 200,
  reply: Message,
  errors: ['rate.exceeded'],
})

export const logout = endpoint({
  operation: 'auth.logout',
  summary: 'End the session; idempotent, also with an expired token',
  method: 'GET',
  path: '/auth/logout',
  access: 'any token',
  readModels: [],
  status: 200,
  reply: Empty,
  errors: [],
})

export const refresh = endpoint({
  operation: 'auth.refresh',
  summary: 'Exchange the old access token, which may be expired, for a new one with the role as it is now',
  method: 'GET',
  path: '/auth/refresh',
  access: 'any token',
  readModels: ['users'],
  status: 200,
  reply: AccessToken,
  errors: ['session.ended', 'rate.exceeded'],
})

export const currentUser = endpoint({
  operation: 'users.current',
  summary: 'The caller',
  method: 'GET',
  path: '/users/current',
  access: 'session',
  readModels: ['users'],
  status: 200,
  reply: User,
  errors: [],
})

export const relatedWorkspaces = endpoint({
  operation: 'users.related-workspaces',
  summary: 'The workspaces of the caller, with the caller’s participant record in each',
  method: 'GET',
  path: '/users/related-workspaces',
  access: 'user',
  readModels: ['workspaces'],
  query: Type.Object(PageQuery),
  status: 200,
  reply: Type.Object({ userWorkspaces: Type.Array(WorkspaceMembership), nextCursor: NextCursor }),
  errors: [],
})

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
/** base64url of the 64-byte r‖s of ECDSA P-256/SHA-256, as WebCrypto gives it */
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
  summary: 'Begin to enrol a device: the challenge that its new key signs',
  method: 'POST',
  path: '/users/register-device-options',
  access: 'user',
  command: true,
  readModels: [],
  body: Type.Object({ kind: Type.Literal('pin') }),
  status: 200,
  reply: Type.Object({ kind: Type.Literal('pin'), challenge: Challenge, expiresAt: IsoTime }),
  errors: ['login.too-old', 'rate.exceeded'],
})

export const registerDevice = endpoint({
  operation: 'users.register-device',
  summary: 'Enrol a PIN device: its public key, the PIN, and the signature over the challenge',
  method: 'POST',
  path: '/users/register-device',
  access: 'user',
  command: true,
  readModels: ['users'],
  body: Type.Object({
    kind: Type.Literal('pin'),
    name: Line(1, 80),
    challenge: Challenge,
    publicKey: PublicKeyJwk,
    pin: Pin,
    signature: Signature,
  }),
  status: 201,
  reply: Device,
  errors: [
    'login.too-old',
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
  summary: 'The caller’s devices',
  method: 'GET',
  path: '/users/devices',
  access: 'user',
  readModels: ['users'],
  status: 200,
  reply: Type.Array(Device),
  errors: [],
})
