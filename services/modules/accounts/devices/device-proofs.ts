import type { Knex } from 'knex'
import type { PublicKeyJwk } from '#contract/accounts/devices.ts'
import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { Rejected } from '#contract/errors.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { FoldedStream } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Challenges, NewChallenge } from '#platform/secrets/challenges.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { BAD_SIGNATURES_BY_ACCOUNT } from '#modules/accounts/accounts.rates.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { requireUsable } from './device.decider.ts'
import { deviceStateAt, hasUsable, type Devices, type KnownDevice } from '#modules/accounts/device.state.ts'
import type { Keys } from './enrolment.ts'
import type { Kept } from './passkey.store.ts'

/** A wrong PIN or signature from one of the signer's own devices. */
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
  /** The person's devices, as `devices` began to read them for this command. */
  readonly devices?: Promise<Devices>
  /** Whether the challenge was issued for the content that must be signed now. */
  matches(issued: { readonly canonical: string; readonly challenge: string }): boolean | Promise<boolean>
}

/** Checks what people sign with their devices. A device that waits or is disabled signs nothing. */
export type DeviceProofs = {
  /** Begins to read the person's devices, for a `check` that follows in the same command. */
  devices(userId: string, load?: Commands['load']): Promise<Devices>
  /** The stream that `devices` reads. */
  streamOf(userId: string): FoldedStream
  /**
   * Checks that the challenge was issued for this content and person, then checks the device's signature, and spends the
   * challenge. Throws `challenge.spent`, `device.disabled`, `device.waiting`, `rate.exceeded`, and `proof.invalid` if the device
   * is not the person's. Returns a wrong PIN or signature of an own device as a failure.
   */
  check(challenges: Challenges, check: ProofCheck): Promise<Evidence | { readonly failed: FailedProof }>
  /** Issues a challenge, for `check`. `passkey`: options for `navigator.credentials.get`; null if the person has no usable passkey. */
  issue(
    challenges: Challenges,
    challenge: NewChallenge,
  ): Promise<{ readonly expiresAt: string; readonly passkey: RequestOptions | null }>
  /** When the device was enrolled; null if it is not the person's. */
  enrolledAt(userId: string, deviceId: string): Promise<Date | null>
  /** Whether the person has a device that may sign now. */
  hasUsable(userId: string, now: Date): Promise<boolean>
}

type Signed = Pick<Evidence, 'signature' | 'authenticatorData' | 'clientDataJSON'>
type Outcome =
  | { readonly signed: Signed; readonly reset?: Knex.QueryBuilder }
  | { readonly failed: FailedProof }
type Signer = KnownDevice & { readonly id: string; readonly kept: Kept | undefined }
type Device = Signer & { readonly isRepeated: boolean }

export const createDeviceProofs = (
  { commands, throttle }: Pick<Platform, 'commands' | 'throttle'>,
  { pins, passkeys, webAuthn }: Keys,
): DeviceProofs => {
  /** From the stream and not from a read model, which may not know yet that a device was stopped. */
  const devicesOf = async (userId: string, load = commands.load): Promise<Devices> => {
    const { state } = await load(userDecider, userStream(userId))
    return state.kind === 'none' ? new Map() : state.devices
  }

  /** A passkey does not say which device it is on. Throws `proof.invalid` if the device is not the person's. */
  const signerOf = async ({ proof, userId, devices }: ProofCheck): Promise<Signer> => {
    const { deviceId, assertion } = proof
    const kept = deviceId === undefined && assertion ? await passkeys.find(assertion.id) : undefined
    const id = kept?.userId === userId ? kept.deviceId : deviceId
    const device = id === undefined ? undefined : (await (devices ?? devicesOf(userId))).get(id)
    if (id === undefined || device === undefined) throw new Rejected('proof.invalid')
    return { ...device, id, kept }
  }

  /** Checks the signature before the PIN, so that guessing PINs requires the key. */
  const checkPin = async (
    { proof, userId, now }: ProofCheck,
    { id: deviceId, publicKey }: Device,
  ): Promise<Outcome> => {
    const { challenge, pin, signature } = proof
    if (pin === undefined || signature === undefined) throw new Rejected('proof.invalid')
    if (!isSignedBy(JSON.parse(publicKey) as PublicKeyJwk, challenge, signature)) {
      await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, now)
      return { failed: { deviceId, reason: 'bad-signature', triesLeft: await pins.triesLeft(deviceId) } }
    }
    const checked = await pins.check(deviceId, pin, now)
    if (checked.outcome === 'disabled') throw new Rejected('device.disabled')
    if (checked.outcome === 'wrong')
      return { failed: { deviceId, reason: 'wrong-pin', triesLeft: checked.triesLeft } }
    return { signed: { signature }, reset: checked.reset }
  }

  const checkPasskey = async ({ proof, userId, now }: ProofCheck, device: Device): Promise<Outcome> => {
    const { challenge, assertion } = proof
    if (assertion === undefined) throw new Rejected('proof.invalid')
    if (!(await passkeys.check(device, challenge, assertion, device.isRepeated))) {
      await throttle.require(BAD_SIGNATURES_BY_ACCOUNT, userId, now)
      return { failed: { deviceId: device.id, reason: 'bad-signature', triesLeft: null } }
    }
    const { signature, authenticatorData, clientDataJSON } = assertion.response
    return { signed: { signature, authenticatorData, clientDataJSON } }
  }

  const requestOptions = async ({ userId, challenge, now }: NewChallenge): Promise<RequestOptions | null> => {
    const [devices, known] = await Promise.all([devicesOf(userId), passkeys.known(userId)])
    const usable = known.filter(({ deviceId }) => {
      const device = devices.get(deviceId)
      return device !== undefined && deviceStateAt(device, now) === 'usable'
    })
    return usable.length === 0 ? null : webAuthn.requestOptions(challenge, usable)
  }

  return {
    streamOf: (userId) => ({ fold: userDecider, stream: userStream(userId) }),
    devices(userId, load) {
      const devices = devicesOf(userId, load)
      // Whoever is refused before the check never asks for them.
      devices.catch(() => {})
      return devices
    },

    async check(challenges, check) {
      const { proof, userId, commandId, now } = check
      const { challenge } = proof
      const spender = { commandId, now }
      const signing = signerOf(check)
      // Without the challenge nobody asks for the device.
      signing.catch(() => {})
      const { canonical, isRepeated, row } = await challenges.find(challenge, userId, spender)
      if (canonical === null || !(await check.matches({ canonical, challenge })))
        throw new Rejected('challenge.spent')
      const device = await signing
      requireUsable(device, now)
      const checkDevice = device.kind === 'pin' ? checkPin : checkPasskey
      const checked = await checkDevice(check, { ...device, isRepeated })
      if ('failed' in checked) return checked
      await challenges.spend(challenge, spender, { known: row, beside: checked.reset })
      return { canonical, challenge, deviceId: device.id, publicKey: device.publicKey, ...checked.signed }
    },

    async enrolledAt(userId, deviceId) {
      const at = (await devicesOf(userId)).get(deviceId)?.enrolledAt ?? null
      return at === null ? null : new Date(at)
    },

    async issue(challenges, challenge) {
      const [expiresAt, passkey] = await Promise.all([challenges.issue(challenge), requestOptions(challenge)])
      return { expiresAt: expiresAt.toISOString(), passkey }
    },

    async hasUsable(userId, now) {
      return hasUsable(await devicesOf(userId), now)
    },
  }
}
