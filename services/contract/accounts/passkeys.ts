import Type, { type Static } from 'typebox'
import { nullable } from '../common.ts'

/** The JSON of WebAuthn Level 3, as `navigator.credentials` uses it. Other fields are dropped. */

const Bytes = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
/** base64url of at most 1,023 bytes */
const CredentialId = Bytes(1_364)
const Word = Type.String({ pattern: '^[a-z-]{1,32}$' })
const Transports = Type.Array(Word, { maxItems: 8 })
const Descriptor = Type.Object({
  id: CredentialId,
  type: Type.String(),
  transports: Type.Optional(Transports),
})
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(nullable(Word)),
  clientExtensionResults: Type.Object({}),
}

export const Attestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(4_096),
    attestationObject: Bytes(16_384),
    transports: Type.Optional(Transports),
  }),
})
export type Attestation = Static<typeof Attestation>

export const Assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(2_048),
    authenticatorData: Bytes(2_048),
    signature: Bytes(1_024),
    userHandle: Type.Optional(nullable(Bytes(128))),
  }),
})
export type Assertion = Static<typeof Assertion>

export const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Optional(Type.Integer()),
  excludeCredentials: Type.Optional(Type.Array(Descriptor)),
  authenticatorSelection: Type.Optional(
    Type.Object({
      residentKey: Type.Optional(Type.String()),
      requireResidentKey: Type.Optional(Type.Boolean()),
      userVerification: Type.Optional(Type.String()),
    }),
  ),
  attestation: Type.Optional(Type.String()),
  extensions: Type.Optional(Type.Object({ credProps: Type.Optional(Type.Boolean()) })),
})

export const RequestOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Optional(Type.Integer()),
  rpId: Type.Optional(Type.String()),
  allowCredentials: Type.Optional(Type.Array(Descriptor)),
  userVerification: Type.Optional(Type.String()),
})
export type RequestOptions = Static<typeof RequestOptions>
