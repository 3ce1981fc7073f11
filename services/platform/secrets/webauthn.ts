import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { PRODUCT } from '#contract/common.ts'
import type { Assertion, Attestation } from '#contract/accounts/passkeys.ts'

/** How the browser reaches an authenticator: usb, internal, hybrid … */
type Known = { readonly id: string; readonly transports: readonly string[] }
export type Credential = Known & {
  /** COSE, base64url */
  readonly publicKey: string
  readonly counter: number
}

/** An RSA key of 4,096 bits and its names fit in; what is longer enters no fact. */
const LONGEST_KEY = 1_000
/** Ed25519, ES256, RS256: their keys and signatures are short enough to stand in facts. */
const ALGORITHMS = [-8, -7, -257]
/** As long as the challenge is good. */
const TIMEOUT_MS = 120_000

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const mutable = (known: readonly Known[]) =>
  known.map(({ id, transports }) => ({ id, transports: [...transports] }))

const saidIn = (clientDataJSON: string, field: 'challenge' | 'origin'): string | null => {
  try {
    const said: unknown = decodeClientDataJSON(clientDataJSON)[field]
    return typeof said === 'string' ? said : null
  } catch {
    return null
  }
}

/** The challenge that an authenticator was shown, whoever made it; null where the answer is none. */
export const challengeIn = (clientDataJSON: string): string | null => saidIn(clientDataJSON, 'challenge')

/** Where the page stood that asked for it, as its browser said; null likewise. */
export const originIn = (clientDataJSON: string): string | null => saidIn(clientDataJSON, 'origin')

/** Whether it was done in a frame of somebody else's page, where what is signed can be hidden; none of ours may stand in one. */
const isFramed = (clientDataJSON: string): boolean =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true

/**
 * WebAuthn (Level 3) for the pages at `address`, always with the user verified: by biometrics or the PIN of the device.
 * Challenges are base64url of 32 bytes.
 */
export const createWebAuthn = (address: string) => {
  const { hostname: rpID, origin } = new URL(address)
  return {
    /** What `navigator.credentials.create` takes. `userHandle` is stored in the authenticator, and is no address. */
    creationOptions: ({ userHandle, userName, challenge, known }: CreationGiven) =>
      generateRegistrationOptions({
        rpName: PRODUCT,
        rpID,
        userName,
        userID: new Uint8Array(Buffer.from(userHandle)),
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: mutable(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    /** The new credential; null unless it was made here, for this challenge, by somebody who was verified. */
    async created(response: Attestation, challenge: string): Promise<Credential | null> {
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!registrationInfo || isFramed(response.response.clientDataJSON)) return null
        const { id, publicKey, counter } = registrationInfo.credential
        const key = Buffer.from(publicKey).toString('base64url')
        if (key.length > LONGEST_KEY) return null
        return { id, publicKey: key, counter, transports: response.response.transports ?? [] }
      } catch {
        return null
      }
    },

    /** What `navigator.credentials.get` takes. */
    requestOptions: (challenge: string, known: readonly Known[]) =>
      generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        allowCredentials: mutable(known),
        userVerification: 'required',
      }),

    /** The authenticator's count; null unless the credential signed this challenge here, with somebody verified, and later than before. */
    async signed(response: Assertion, challenge: string, credential: Credential): Promise<number | null> {
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: credential.id,
            publicKey: bytesOf(credential.publicKey),
            counter: credential.counter,
          },
        })
        if (isFramed(response.response.clientDataJSON) || response.id !== credential.id) return null
        return verified ? authenticationInfo.newCounter : null
      } catch {
        return null
      }
    },
  }
}
export type WebAuthn = ReturnType<typeof createWebAuthn>

type CreationGiven = {
  readonly userHandle: string
  readonly userName: string
  readonly challenge: string
  readonly known: readonly Known[]
}
