import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { Rejected } from '#contract/errors.ts'
import type { Assertion, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Proof } from '#contract/requests/requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Challenges } from '#platform/secrets/challenges.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { deviceKeysFold } from '#modules/accounts/devices/device.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { RecordedRefusal } from '#modules/requests/recorded-refusal.ts'
import type { Issued } from './proof.ts'
import type { Evidence, RequestCommand } from '#modules/requests/request.decider.ts'
import { BAD_SIGNATURES_BY_ACCOUNT } from '#modules/requests/requests.rates.ts'

/** Checks the app PIN of a device. Provided by the accounts module. */
export type PinChecks = {
  /** Counts wrong PINs. */
  check(
    deviceId: string,
    pin: string,
    now: Date,
  ): Promise<
    { readonly outcome: 'right' | 'disabled' } | { readonly outcome: 'wrong'; readonly triesLeft: number }
  >
  triesLeft(deviceId: string): Promise<number>
}

/** Checks passkeys. Provided by the accounts module. */
export type PasskeyChecks = {
  /** The user's device with this credential. */
  deviceOf(userId: string, credentialId: string): Promise<string | undefined>
  /** Options for `navigator.credentials.get`; null if the user has no passkey. */
  requestOptions(userId: string, challenge: string): Promise<RequestOptions | null>
  /** `isRepeated`: the same command has passed this check before. */
  check(device: DeviceKey, challenge: string, assertion: Assertion, isRepeated: boolean): Promise<boolean>
}
type DeviceKey = { readonly id: string; readonly publicKey: string }
type Device = DeviceKey & { readonly isRepeated: boolean }

export type Signers = { readonly pins: PinChecks; readonly passkeys: PasskeyChecks }

type Services = Pick<Platform, 'commands' | 'throttle'> & Signers & { readonly challenges: Challenges }

/** A wrong PIN or signature from one of the caller's own devices. */
export type FailedProof = {
  readonly deviceId: string
  readonly reason: 'wrong-pin' | 'bad-signature'
  /** Remaining PIN tries; null for a passkey. */
  readonly triesLeft: number | null
}

export type ProofCheck = {
  readonly proof: Proof
  readonly userId: string
  readonly commandId: string
  readonly now: Date
  /** Whether the challenge was issued for the content that must be signed now. */
  matches(issued: Issued): Promise<boolean>
  /** The command that records a failure. */
  refusal(failed: FailedProof): RequestCommand
}
type Signed = Pick<Evidence, 'signature' | 'authenticatorData' | 'clientDataJSON'>

const failure = (check: ProofCheck, failed: FailedProof): RecordedRefusal => {
  const { triesLeft } = failed
  const details = triesLeft === null ? undefined : [{ field: 'pin', triesLeft }]
  return new RecordedRefusal(check.refusal(failed), new Rejected('proof.invalid', details))
}

/** Checks the signature before the PIN, so that guessing PINs requires the key. */
const checkPin = async (
  { throttle, pins }: Services,
  check: ProofCheck,
  { id: deviceId, publicKey }: DeviceKey,
): Promise<Signed> => {
  const { userId, now } = check
  const { challenge, pin, signature } = check.proof
  if (pin === undefined || signature === undefined) throw new Rejected('proof.invalid')
  if (!isSignedBy(JSON.parse(publicKey) as PublicKeyJwk, challenge, signature)) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, now)
    throw failure(check, { deviceId, reason: 'bad-signature', triesLeft: await pins.triesLeft(deviceId) })
  }
  const checked = await pins.check(deviceId, pin, now)
  if (checked.outcome === 'disabled') throw new Rejected('device.disabled')
  if (checked.outcome === 'wrong')
    throw failure(check, { deviceId, reason: 'wrong-pin', triesLeft: checked.triesLeft })
  return { signature }
}

const checkPasskey = async (
  { throttle, passkeys }: Services,
  check: ProofCheck,
  device: Device,
): Promise<Signed> => {
  const { challenge, assertion } = check.proof
  if (assertion === undefined) throw new Rejected('proof.invalid')
  if (!(await passkeys.check(device, challenge, assertion, device.isRepeated))) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, check.userId, check.now)
    throw failure(check, { deviceId: device.id, reason: 'bad-signature', triesLeft: null })
  }
  const { signature, authenticatorData, clientDataJSON } = assertion.response
  return { signature, authenticatorData, clientDataJSON }
}

/**
 * Checks that the challenge was issued for this content and person, then checks the device's signature, and spends the
 * challenge. Throws `challenge.spent`, `device.disabled`, `rate.exceeded`, `proof.invalid` if the device is not the
 * caller's, and `RecordedRefusal` for a wrong signature or PIN from the caller's own device.
 */
export const checkProof = async (services: Services, check: ProofCheck): Promise<Evidence> => {
  const { challenges, commands } = services
  const { proof, userId, commandId, now } = check
  const { challenge, assertion } = proof
  const spender = { commandId, now }
  const { canonical, isRepeated } = await challenges.find(challenge, userId, spender)
  if (canonical === null || !(await check.matches({ canonical, challenge })))
    throw new Rejected('challenge.spent')
  const deviceId = proof.deviceId ?? (assertion && (await services.passkeys.deviceOf(userId, assertion.id)))
  const { state: keys } = await commands.load(deviceKeysFold, userStream(userId))
  const device = deviceId === undefined ? undefined : keys.get(deviceId)
  if (!device) throw new Rejected('proof.invalid')
  if (device.disabled) throw new Rejected('device.disabled')
  const checkDevice = device.kind === 'pin' ? checkPin : checkPasskey
  const signed = await checkDevice(services, check, { ...device, isRepeated })
  await challenges.spend(challenge, spender)
  return { canonical, challenge, deviceId: device.id, publicKey: device.publicKey, ...signed }
}
