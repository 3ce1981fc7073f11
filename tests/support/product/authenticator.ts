import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, Attestation } from '#contract/accounts/passkeys.ts'

type Tweaks = {
  readonly rpId?: string
  readonly origin?: string
  /** 1: user present, 4: user verified, 64: attested. */
  readonly flags?: number
  readonly type?: string
  readonly counter?: number
  readonly crossOrigin?: boolean
  /** Change the authenticator data and the client data before signing. */
  readonly data?: (bytes: Buffer) => Buffer
  readonly clientData?: (bytes: Buffer) => Buffer
  /** The user handle. Default: none. */
  readonly userId?: string
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A software authenticator with one P-256 credential for the origin of `at`. `tweaks` make a call invalid. */
export const newAuthenticator = (at: string) => {
  const { origin, hostname } = new URL(at)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  const id = text(credential)
  let signed = 0

  const as = (bytes: Buffer) => bytes
  const clientData = (type: string, challenge: string, { clientData: change = as, ...tweaks }: Tweaks) =>
    change(
      Buffer.from(
        JSON.stringify({
          type: tweaks.type ?? type,
          challenge,
          origin: tweaks.origin ?? origin,
          crossOrigin: tweaks.crossOrigin ?? false,
        }),
      ),
    )
  const authenticatorData = (flags: number, { data = as, ...tweaks }: Tweaks, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(tweaks.counter ?? signed)
    const rp = sha256(tweaks.rpId ?? hostname)
    return data(Buffer.concat([rp, Buffer.from([tweaks.flags ?? flags]), counter, attested]))
  }
  const answer = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    /** RFC 7638, of the public key. */
    thumbprint: text(sha256(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)),
    create(
      challenge: string,
      tweaks: Tweaks & { readonly y?: Buffer; readonly algorithm?: number; readonly curve?: number } = {},
    ): Attestation {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, tweaks.algorithm ?? -7],
        [-1, tweaks.curve ?? 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(tweaks.y ?? Buffer.from(y, 'base64url'))],
      ])
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        isoCBOR.encode(key),
      ])
      const authData = authenticatorData(PRESENT_AND_VERIFIED | ATTESTED, tweaks, attested)
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...answer,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, tweaks)),
          attestationObject: text(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    get(challenge: string, tweaks: Tweaks = {}): Assertion {
      signed += 1
      const authData = authenticatorData(PRESENT_AND_VERIFIED, tweaks)
      const data = clientData('webauthn.get', challenge, tweaks)
      return {
        ...answer,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          ...(tweaks.userId !== undefined && { userHandle: text(Buffer.from(tweaks.userId)) }),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof newAuthenticator>
