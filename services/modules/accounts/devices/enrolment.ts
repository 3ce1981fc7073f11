import type { Registration } from '#contract/accounts/devices.ts'
import { Rejected } from '#contract/errors.ts'
import { pinWeakness } from '#contract/accounts/pins.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { thumbprintOf } from '#platform/secrets/thumbprints.ts'
import { challengeIn, type WebAuthn } from '#platform/secrets/webauthn.ts'
import type { DevicePins } from './device-pin.store.ts'
import type { Holder, Passkeys } from './passkey.store.ts'

/** A new key. The caller still has to check that `challenge` is one of ours. */
export type Enrolment = {
  readonly publicKey: string
  /** The signed challenge, null if it cannot be read. */
  readonly challenge: string | null
  readonly isSigned: boolean
  readonly deviceBound: boolean | null
  /** RFC 7638, of the public key; null for an unsigned one. */
  readonly thumbprint: string | null
  /** Stores the key. If another device has it, returns that device and stores nothing. */
  keep(holder: Holder): Promise<Holder | undefined>
}

const missing = (field: string): never => {
  throw new Rejected('input.invalid', [{ field, problem: 'is required' }])
}

const ofPin = (body: Registration, pins: DevicePins): Enrolment => {
  const { publicKey = missing('publicKey'), pin = missing('pin') } = body
  const { challenge = missing('challenge'), signature = missing('signature') } = body
  const reason = pinWeakness(pin)
  if (reason) throw new Rejected('input.invalid', [{ field: 'pin', problem: 'is too easy to guess', reason }])
  const key = canonicalText(publicKey)
  return {
    publicKey: key,
    challenge,
    isSigned: isSignedBy(publicKey, challenge, signature),
    // The browser does not let the key out.
    deviceBound: true,
    thumbprint: thumbprintOf('pin', key),
    keep: (holder) => pins.set({ ...holder, publicKey: key, pin }),
  }
}

const ofPasskey = async (body: Registration, { passkeys, webAuthn }: Keys): Promise<Enrolment> => {
  const { response = missing('response') } = body
  const challenge = challengeIn(response.response.clientDataJSON)
  const credential = challenge === null ? null : await webAuthn.created(response, challenge)
  return {
    publicKey: credential?.publicKey ?? '',
    challenge,
    isSigned: credential !== null,
    deviceBound: credential?.deviceBound ?? null,
    thumbprint: credential && thumbprintOf('passkey', credential.publicKey),
    keep: async (holder) => passkeys.keep(holder, credential!),
  }
}

export type Keys = { readonly pins: DevicePins; readonly passkeys: Passkeys; readonly webAuthn: WebAuthn }

/** Throws `input.invalid` for a missing field, or a PIN that is easy to guess. */
export const readEnrolment = (body: Registration, keys: Keys): Enrolment | Promise<Enrolment> =>
  body.kind === 'pin' ? ofPin(body, keys.pins) : ofPasskey(body, keys)

/** Removes the keys of a device, so it cannot sign any more. */
export const forgetDevice = async (deviceId: string, { pins, passkeys }: Keys): Promise<void> => {
  await pins.remove(deviceId)
  await passkeys.remove(deviceId)
}
