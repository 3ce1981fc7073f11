import type { PublicKeyJwk } from '#contract/devices.ts'
import { Rejected } from '#contract/errors.ts'
import type { approveRequest } from '#contract/requests.ts'
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

type Parts = Pick<Platform, 'db' | 'throttle'> & {
  readonly challenges: Challenges
  readonly pins: PinChecks
}

/**
 * Checks the proof of an approval and spends its challenge: first that the challenge stands for this very request
 * and person, then the device's signature, then the PIN, so that no PIN can be guessed without the device's key.
 * Throws `challenge.spent`, `device.disabled`, `rate.exceeded`, and `proof.invalid` for a device that is not the caller's;
 * of the caller's own device a wrong signature or PIN is Noticed.
 */
export const checkProof = async (
  { db, throttle, challenges, pins }: Parts,
  { body, commandId, now }: Pick<Call<typeof approveRequest>, 'body' | 'commandId' | 'now'>,
  { created, by: { participantId, userId } }: Pick<Seen, 'by'> & { readonly created: Created },
): Promise<Evidence> => {
  const { challenge, deviceId, pin, signature } = body.proof
  const by = { commandId, now }
  const refused = (reason: 'bad-signature' | 'wrong-pin', triesLeft: number) =>
    new Noticed(
      { type: 'RefuseApproval', participantId, userId, deviceId, reason, triesLeft },
      new Rejected('proof.invalid', [{ field: 'pin', triesLeft }]),
    )
  const canonical = await challenges.find(challenge, userId, by)
  if (canonical === null || !(await isApprovalOf(created, participantId, { canonical, challenge })))
    throw new Rejected('challenge.spent')
  const device = await deviceOf(db, userId, deviceId)
  if (!device) throw new Rejected('proof.invalid')
  if (device.disabled) throw new Rejected('device.disabled')
  if (!isSignedBy(JSON.parse(device.publicKey) as PublicKeyJwk, challenge, signature)) {
    await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, now)
    throw refused('bad-signature', await pins.triesLeft(deviceId))
  }
  const checked = await pins.check(deviceId, pin, now)
  if (checked.outcome === 'disabled') throw new Rejected('device.disabled')
  if (checked.outcome === 'wrong') throw refused('wrong-pin', checked.triesLeft)
  await challenges.spend(challenge, by)
  return { canonical, challenge, deviceId, publicKey: device.publicKey, signature }
}
