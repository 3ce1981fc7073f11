import {
  devices,
  registerDevice,
  registerDeviceOptions,
  removeDevice,
  renameDevice,
} from '#contract/accounts/devices.ts'
import { Rejected } from '#contract/errors.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { thumbprintOf } from '#platform/secrets/thumbprints.ts'
import { devicesOf } from '#projections/users/device-queries.ts'
import { userById } from '#projections/users/queries.ts'
import { ENROLMENTS_BY_ACCOUNT } from '#modules/accounts/accounts.rates.ts'
import { recordPasswordChanges } from '#modules/accounts/passwords/record-password-changes.ts'
import type { DeviceProofs } from './device-proofs.ts'
import { createDeviceReply } from './device-reply.ts'
import { hasUsable } from '#modules/accounts/device.state.ts'
import { createOwnVouches } from './own-vouches.ts'
import { waitingDeviceRoutes } from './waiting-devices.routes.ts'
import { refuseProof, WrongProof } from './wrong-proof.ts'
import { forgetDevice, readEnrolment, type Enrolment, type Keys } from './enrolment.ts'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type Parts = { readonly keys: Keys; readonly proofs: DeviceProofs }

const HOUR_MS = 3_600_000

export const deviceRoutes = (routes: Routes, platform: Platform, { keys, proofs }: Parts): void => {
  const { db, commands, config, throttle } = platform
  const challenges = createChallenges(platform, 'device')
  const ownVouches = createOwnVouches(platform, proofs)
  const deviceReply = createDeviceReply(platform)

  /** Super admins can only enrol passkeys. */
  const rejectKind = ({
    caller,
    body,
  }: Pick<Call<typeof registerDevice>, 'caller'> & { body: { kind: string } }) => {
    if (caller.role === 'super admin' && body.kind !== 'passkey') throw new Rejected('access.denied')
  }

  /** A key can be enrolled once, over all users. Releases a key whose enrolment never got its event. */
  const keepKey = async (enrolment: Enrolment, userId: string, deviceId: string) => {
    for (;;) {
      const holder = await enrolment.keep({ userId, deviceId })
      if (!holder) return
      const { state } = await commands.load(userDecider, userStream(holder.userId))
      if (state.kind !== 'none' && state.devices.has(holder.deviceId)) throw new Rejected('device.exists')
      await forgetDevice(holder.deviceId, keys)
    }
  }

  /** What a usable device of the caller signs to vouch for the new key; undefined without either. */
  const vouchFor = async ({ body, caller: { userId }, now }: Call<typeof registerDeviceOptions>) => {
    const key = body.key ?? (body.publicKey && thumbprintOf('pin', canonicalText(body.publicKey)))
    const { state } = await commands.load(userDecider, userStream(userId))
    if (key === undefined || state.kind === 'none' || !hasUsable(state.devices, now)) return undefined
    return ownVouches.prepare({ userId, key, now })
  }

  routes.command(registerDeviceOptions, async (call) => {
    rejectKind(call)
    const { body, caller, now } = call
    const { userId } = caller
    const challenge = randomToken()
    const expiresAt = await challenges.issue({ challenge, userId, canonical: null, now })
    const { passkeys, webAuthn } = keys
    const vouch = await vouchFor(call)
    const vouched = vouch && { vouch }
    return {
      position: null,
      async reply() {
        if (body.kind === 'pin')
          return { kind: 'pin' as const, challenge, expiresAt: expiresAt.toISOString(), ...vouched }
        const userName = (await userById(db, userId))?.email ?? ''
        const known = await passkeys.known(userId)
        const options = await webAuthn.creationOptions({ userHandle: userId, userName, challenge, known })
        return { kind: 'passkey' as const, options, ...vouched }
      },
    }
  })

  const register = async (call: Call<typeof registerDevice>) => {
    rejectKind(call)
    const { body, caller, commandId, now, raw, requestId } = call
    const { userId } = caller
    const deviceId = derivedId(commandId, 'device')
    const by = { commandId, now }
    // A reset that is not recorded yet makes a first device wait as well.
    await recordPasswordChanges(platform, userId)
    const { events, ...done } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: async (state): Promise<UserCommand> => {
        const enrolment = await readEnrolment(body, keys)
        const { challenge, publicKey, deviceBound, thumbprint: key } = enrolment
        const { kind, name } = body
        const waitMs = config.DEVICE_WAIT_HOURS * HOUR_MS
        const command = { type: 'EnrolDevice', userId, deviceId, kind, name, publicKey, deviceBound } as const
        // First: a rejected command must not spend a challenge or cost a PIN hash.
        userDecider.decide({ ...command, vouch: null, now, waitMs }, state)
        if (challenge === null) throw new Rejected('proof.invalid')
        await challenges.find(challenge, userId, by)
        if (!enrolment.isSigned || key === null) throw new Rejected('proof.invalid')
        const vouch = body.vouch
          ? await ownVouches.check({ userId, key, now }, { proof: body.vouch, commandId })
          : null
        await challenges.spend(challenge, by)
        await keepKey(enrolment, userId, deviceId)
        return { ...command, vouch, now, waitMs }
      },
      beforeAppend: () => throttle.require(ENROLMENTS_BY_ACCOUNT, userId, now),
    })
    if (events.length > 0)
      noteSecurity(platform, 'device.enrolled', { requestId, userId, deviceId, ip: raw.request.ip })
    return deviceReply({ userId, deviceId }, { ...done, now })
  }

  routes.command(registerDevice, async (call) => {
    try {
      return await register(call)
    } catch (error) {
      if (error instanceof WrongProof) return refuseProof(platform, call, error)
      throw error
    }
  })

  routes.command(renameDevice, async (call) => {
    const { body, caller, now, params } = call
    const { userId } = caller
    const { position, revision, repeated } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: { type: 'RenameDevice', userId, deviceId: params.id, name: body.name },
    })
    return deviceReply({ userId, deviceId: params.id }, { position, revision, repeated, now })
  })

  routes.command(removeDevice, async (call) => {
    const { caller, params, requestId } = call
    const { userId } = caller
    const { events, position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: { type: 'RemoveDevice', userId, deviceId: params.id },
      // The device must stop signing even while the read model is behind.
      beforeAppend: () => forgetDevice(params.id, keys),
    })
    if (events.length > 0)
      noteSecurity(platform, 'device.removed', {
        requestId,
        userId,
        deviceId: params.id,
        ip: call.raw.request.ip,
      })
    return { position, reply: () => ({}) }
  })

  routes.query(devices, ({ caller, now }) => devicesOf(db, caller.userId, now))

  waitingDeviceRoutes(routes, platform, { keys, proofs, deviceReply })
}
