import type { PublicKeyJwk } from '#contract/devices.ts'
import { Rejected } from '#contract/errors.ts'
import type { Assertion, RequestOptions } from '#contract/passkeys.ts'
import type { approveRequest, Proof } from '#contract/requests.ts'
import type { Call } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Challenges } from '#platform/secrets/challenges.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { deviceOf } from '#projections/users/queries.ts'
import { isApprovalOf, type Created } from './proof.ts'
import { Noticed, type Seen } from './request-commands.ts'
import type { Evidence } from './request.decider.ts'
import { BAD_SIGNATURES_BY_ACCOUNT } from './requests.rates.ts'

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
  check(device: Signing, challenge: string, assertion: Assertion): Promise<boolean>
}
type Signing = { readonly id: string; readonly publicKey: string }

export type Signers = { readonly pins: PinChecks; readonly passkeys: PasskeyChecks }

type Parts = Pick<Platform, 'db' | 'throttle'> & Signers & { readonly challenges: Challenges }
type ApproveCall = Pick<Call<typeof approveRequest>, 'body' | 'commandId' | 'now'>
type Judged = { readonly device: Signing; readonly by: Seen['by'] }
type Signed = Pick<Evidence, 'signature' | 'authenticatorData' | 'clientDataJSON'>

/** First the key's signature, then the PIN, so that no PIN can be guessed without the key. */
const checkPin = async (
  { throttle, pins }: Parts,
  { challenge, pin, signature }: Proof,
  { device: { id: deviceId, publicKey }, by: { participantId, userId, at } }: Judged,
): Promise<Signed> => {
  const refused = (reason: 'bad-signature' | 'wrong-pin', triesLeft: number) =>
    new Noticed(
      { type: 'RefuseApproval', participantId, userId, deviceId, reason, triesLeft },
      new Rejected('proof.invalid', [{ field: 'pin', triesLeft }]),
    )
  if (pin === undefined || signature === undefined) throw new Rejected('proof.invalid')
  if (!isSignedBy(JSON.parse(publicKey) as PublicKeyJwk, challenge, signature)) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, at)
    throw refused('bad-signature', await pins.triesLeft(deviceId))
  }
  const checked = await pins.check(deviceId, pin, at)
  if (checked.outcome === 'disabled') throw new Rejected('device.disabled')
  if (checked.outcome === 'wrong') throw refused('wrong-pin', checked.triesLeft)
  return { signature }
}

const checkPasskey = async (
  { throttle, passkeys }: Parts,
  { challenge, assertion }: Proof,
  { device, by: { participantId, userId, at } }: Judged,
): Promise<Signed> => {
  if (assertion === undefined) throw new Rejected('proof.invalid')
  if (!(await passkeys.check(device, challenge, assertion))) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, at)
    throw new Noticed(
      { type: 'RefuseAssertion', participantId, userId, deviceId: device.id },
      new Rejected('proof.invalid'),
    )
  }
  const { signature, authenticatorData, clientDataJSON } = assertion.response
  return { signature, authenticatorData, clientDataJSON }
}

/**
 * Checks the proof of an approval and spends its challenge: first that the challenge stands for this very request
 * and person, then what the device says of it. Throws `challenge.spent`, `device.disabled`, `rate.exceeded`, and
 * `proof.invalid` for a device that is not the caller's; of the caller's own device a wrong signature or PIN is Noticed.
 */
export const checkProof = async (
  parts: Parts,
  { body: { proof }, commandId, now }: ApproveCall,
  { created, by }: Pick<Seen, 'by'> & { readonly created: Created },
): Promise<Evidence> => {
  const { challenges, db } = parts
  const { challenge, assertion } = proof
  const { participantId, userId } = by
  const spender = { commandId, now }
  const canonical = await challenges.find(challenge, userId, spender)
  if (canonical === null || !(await isApprovalOf(created, participantId, { canonical, challenge })))
    throw new Rejected('challenge.spent')
  const deviceId = proof.deviceId ?? (assertion && (await parts.passkeys.deviceOf(userId, assertion.id)))
  const device = deviceId === undefined ? undefined : await deviceOf(db, userId, deviceId)
  if (!device) throw new Rejected('proof.invalid')
  if (device.disabled) throw new Rejected('device.disabled')
  const check = device.kind === 'pin' ? checkPin : checkPasskey
  const signed = await check(parts, proof, { device, by })
  await challenges.spend(challenge, spender)
  return { canonical, challenge, deviceId: device.id, publicKey: device.publicKey, ...signed }
}
