import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import { Rejected } from '#contract/errors.ts'
import type { Assertion, RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Proof } from '#contract/requests/requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Challenges } from '#platform/secrets/challenges.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { deviceOf } from '#projections/users/queries.ts'
import { Noticed } from '#modules/requests/noticed.ts'
import type { Issued } from './proof.ts'
import type { Evidence, RequestCommand } from '#modules/requests/request.decider.ts'
import { BAD_SIGNATURES_BY_ACCOUNT } from '#modules/requests/requests.rates.ts'

/** The PINs of devices, which accounts keep. */
export type PinChecks = {
  /** Counts a try that is wrong. */
  check(
    deviceId: string,
    pin: string,
    now: Date,
  ): Promise<
    { readonly outcome: 'right' | 'disabled' } | { readonly outcome: 'wrong'; readonly triesLeft: number }
  >
  triesLeft(deviceId: string): Promise<number>
}

/** The passkeys of devices, likewise. */
export type PasskeyChecks = {
  /** The device of this user that a credential is of. */
  deviceOf(userId: string, credentialId: string): Promise<string | undefined>
  /** What the caller's passkeys are asked to sign; null without one. */
  requestOptions(userId: string, challenge: string): Promise<RequestOptions | null>
  /** `isRepeated`: it stood before, and comes again with the same command. */
  check(device: Signing, challenge: string, assertion: Assertion, isRepeated: boolean): Promise<boolean>
}
type Signing = { readonly id: string; readonly publicKey: string }
type Device = Signing & { readonly isRepeated: boolean }

export type Signers = { readonly pins: PinChecks; readonly passkeys: PasskeyChecks }

type Parts = Pick<Platform, 'db' | 'throttle'> & Signers & { readonly challenges: Challenges }

/** A device of the caller that does not say what it should. */
export type Refused = {
  readonly deviceId: string
  readonly reason: 'wrong-pin' | 'bad-signature'
  /** PIN tries that remain; null: a passkey has none. */
  readonly triesLeft: number | null
}

/** What is to be proved, by whom. */
export type ToProve = {
  readonly proof: Proof
  readonly userId: string
  readonly commandId: string
  readonly now: Date
  /** Whether what was issued is what stands to be signed now. */
  isOf(issued: Issued): Promise<boolean>
  /** The fact that a refusal becomes. */
  refusal(refused: Refused): RequestCommand
}
type Signed = Pick<Evidence, 'signature' | 'authenticatorData' | 'clientDataJSON'>

const noticed = (asked: ToProve, refused: Refused): Noticed => {
  const { triesLeft } = refused
  const details = triesLeft === null ? undefined : [{ field: 'pin', triesLeft }]
  return new Noticed(asked.refusal(refused), new Rejected('proof.invalid', details))
}

/** First the key's signature, then the PIN, so that no PIN can be guessed without the key. */
const checkPin = async (
  { throttle, pins }: Parts,
  asked: ToProve,
  { id: deviceId, publicKey }: Signing,
): Promise<Signed> => {
  const { userId, now } = asked
  const { challenge, pin, signature } = asked.proof
  if (pin === undefined || signature === undefined) throw new Rejected('proof.invalid')
  if (!isSignedBy(JSON.parse(publicKey) as PublicKeyJwk, challenge, signature)) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, now)
    throw noticed(asked, { deviceId, reason: 'bad-signature', triesLeft: await pins.triesLeft(deviceId) })
  }
  const checked = await pins.check(deviceId, pin, now)
  if (checked.outcome === 'disabled') throw new Rejected('device.disabled')
  if (checked.outcome === 'wrong')
    throw noticed(asked, { deviceId, reason: 'wrong-pin', triesLeft: checked.triesLeft })
  return { signature }
}

const checkPasskey = async (
  { throttle, passkeys }: Parts,
  asked: ToProve,
  device: Device,
): Promise<Signed> => {
  const { challenge, assertion } = asked.proof
  if (assertion === undefined) throw new Rejected('proof.invalid')
  if (!(await passkeys.check(device, challenge, assertion, device.isRepeated))) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, asked.userId, asked.now)
    throw noticed(asked, { deviceId: device.id, reason: 'bad-signature', triesLeft: null })
  }
  const { signature, authenticatorData, clientDataJSON } = assertion.response
  return { signature, authenticatorData, clientDataJSON }
}

/**
 * Checks a proof and spends its challenge: first that the challenge stands for this very thing and person, then what
 * the device says of it. Throws `challenge.spent`, `device.disabled`, `rate.exceeded`, and `proof.invalid` for a device
 * that is not the caller's; of the caller's own device a wrong signature or PIN is Noticed.
 */
export const checkProof = async (parts: Parts, asked: ToProve): Promise<Evidence> => {
  const { challenges, db } = parts
  const { proof, userId, commandId, now } = asked
  const { challenge, assertion } = proof
  const spender = { commandId, now }
  const { canonical, isRepeated } = await challenges.find(challenge, userId, spender)
  if (canonical === null || !(await asked.isOf({ canonical, challenge })))
    throw new Rejected('challenge.spent')
  const deviceId = proof.deviceId ?? (assertion && (await parts.passkeys.deviceOf(userId, assertion.id)))
  const device = deviceId === undefined ? undefined : await deviceOf(db, userId, deviceId)
  if (!device) throw new Rejected('proof.invalid')
  if (device.disabled) throw new Rejected('device.disabled')
  const check = device.kind === 'pin' ? checkPin : checkPasskey
  const signed = await check(parts, asked, { ...device, isRepeated })
  await challenges.spend(challenge, spender)
  return { canonical, challenge, deviceId: device.id, publicKey: device.publicKey, ...signed }
}
