import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { PRODUCT } from '#contract/common.ts'
import type { Assertion, Attestation } from '#contract/accounts/passkeys.ts'

type Known = {
  readonly id: string
  /** How the browser reaches the authenticator: usb, internal, hybrid … */
  readonly transports: readonly string[]
}
export type Credential = Known & {
  /** COSE in base64url. */
  readonly publicKey: string
  readonly counter: number
}
type NewCredential = Credential & {
  /** False for a passkey that its owner's devices share. */
  readonly deviceBound: boolean
}

/** Enough for an RSA key of 4,096 bits. A longer key must not enter an event. */
const MAX_KEY = 1_000
/** Ed25519, ES256, RS256: their keys and signatures are short enough for events. */
const ALGORITHMS = [-8, -7, -257]
/** The lifetime of a challenge. */
const TIMEOUT_MS = 120_000

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const mutable = (known: readonly Known[]) =>
  known.map(({ id, transports }) => ({ id, transports: [...transports] }))

/** Returns the challenge that the authenticator signed, unverified; null if it cannot be read. */
export const challengeIn = (clientDataJSON: string): string | null => {
  try {
    const { challenge }: { challenge: unknown } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** Whether the page was embedded in another site, which could hide what is signed. Our pages forbid embedding. */
const isFramed = (clientDataJSON: string): boolean =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true

/** WebAuthn Level 3 for the pages at `address`, always with user verification. Challenges are base64url of 32 bytes. */
export const createWebAuthn = (address: string) => {
  const { hostname: rpID, origin } = new URL(address)
  return {
    /** Returns options for `navigator.credentials.create`. The authenticator stores `userHandle`, so it must not be an address. */
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

    /** Returns the new credential; null unless it was created on our page, for this challenge, with user verification. */
    async created(response: Attestation, challenge: string): Promise<NewCredential | null> {
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
        if (key.length > MAX_KEY) return null
        const deviceBound = registrationInfo.credentialDeviceType === 'singleDevice'
        return { id, publicKey: key, counter, transports: response.response.transports ?? [], deviceBound }
      } catch {
        return null
      }
    },

    /** Returns options for `navigator.credentials.get`. */
    requestOptions: (challenge: string, known: readonly Known[]) =>
      generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(challenge),
        timeout: TIMEOUT_MS,
        allowCredentials: mutable(known),
        userVerification: 'required',
      }),

    /**
     * Returns the new signature counter; null unless the credential signed this challenge on our page, with user verification, and
     * with a counter above the last one.
     */
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
