import {
  deviceChallenge,
  stopDevice,
  vouchForDevice,
  waitingDevices,
  type Vouching,
} from '#contract/accounts/waiting-devices.ts'
import { Rejected } from '#contract/errors.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import type { Call, CallOn, Routes } from '#platform/http/http.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Platform } from '#platform/platform.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { thumbprintOf } from '#platform/secrets/thumbprints.ts'
import { ownerOfDevice, waitingFor } from '#projections/users/device-queries.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { mayStop, mayVouch, requireWorkspace } from './colleagues.ts'
import { requireWaiting } from './device.decider.ts'
import type { DeviceProofs } from './device-proofs.ts'
import type { DeviceReply } from './device-reply.ts'
import { forgetDevice, type Keys } from './enrolment.ts'
import { refuseProof, requireProof, WrongProof } from './wrong-proof.ts'

type Parts = { readonly keys: Keys; readonly proofs: DeviceProofs; readonly deviceReply: DeviceReply }
type Owned = { readonly ownerId: string; readonly deviceId: string }

/** Whether the content is this one, whatever its nonce. */
const isSameVouching = (canonical: string, content: Omit<Vouching, 'nonce'>): boolean => {
  const { nonce, ...issued } = JSON.parse(canonical) as Vouching
  return typeof nonce === 'string' && canonicalText(issued) === canonicalText(content)
}

export const waitingDeviceRoutes = (
  routes: Routes,
  platform: Platform,
  { keys, proofs, deviceReply }: Parts,
): void => {
  const { commands, db } = platform
  const challenges = createChallenges(platform, 'vouching')

  const find = async ({ params }: CallOn): Promise<Owned> => {
    const ownerId = await ownerOfDevice(db, params.id)
    if (ownerId === undefined) throw new Rejected('device.not-found')
    return { ownerId, deviceId: params.id }
  }

  /** Nobody vouches for their own device. Returns the workspace in which the caller may. */
  const requireColleague = async ({ caller }: CallOn, { ownerId }: Owned): Promise<string> => {
    const callerId = caller.userId
    if (callerId === ownerId) throw new Rejected('access.denied')
    return requireWorkspace(platform, { callerId, ownerId }, mayVouch)
  }

  const contentOf = (
    { caller, now }: CallOn,
    { ownerId, deviceId }: Owned,
    state: UserState,
  ): Omit<Vouching, 'nonce'> => {
    const { kind, publicKey } = requireWaiting(
      state.kind === 'verified' ? state.devices : new Map(),
      deviceId,
      now,
    )
    const key = thumbprintOf(kind, publicKey)
    return { v: 1, kind: 'vouching', deviceId, key, userId: ownerId, voucherId: caller.userId }
  }

  const actorOf = ({ caller: { userId, role } }: CallOn) => ({ kind: 'user', userId, role }) as const

  routes.query(waitingDevices, ({ caller, now }) => waitingFor(db, caller.userId, now))

  routes.command(deviceChallenge, async (call) => {
    const { caller, now } = call
    const { userId } = caller
    const owned = await find(call)
    await requireColleague(call, owned)
    const { state } = await commands.load(userDecider, userStream(owned.ownerId))
    const content: Vouching = { ...contentOf(call, owned, state), nonce: randomToken() }
    const canonical = canonicalText(content)
    const challenge = await hashOfText(canonical)
    const issued = await proofs.issue(challenges, { challenge, userId, canonical, now })
    return { position: null, reply: () => ({ content, canonical, challenge, ...issued }) }
  })

  const vouch = async (call: Call<typeof vouchForDevice>) => {
    const { body, caller, commandId, now, requestId } = call
    const voucherId = caller.userId
    const owned = await find(call)
    const { ownerId: userId, deviceId } = owned
    const sharedWorkspaceId = await requireColleague(call, owned)
    const { events, ...done } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf(actorOf(call)),
      async command(state) {
        const content = contentOf(call, owned, state)
        const evidence = requireProof(
          await proofs.check(challenges, {
            proof: body.proof,
            userId: voucherId,
            commandId,
            now,
            matches: ({ canonical }) => isSameVouching(canonical, content),
          }),
        )
        return {
          type: 'VouchForDevice',
          userId,
          deviceId,
          voucherId,
          sharedWorkspaceId,
          evidence,
          now,
        } as const
      },
    })
    if (events.length > 0) noteSecurity(platform, 'device.vouched', { requestId, userId, deviceId })
    return deviceReply({ userId, deviceId }, { ...done, now })
  }

  routes.command(vouchForDevice, async (call) => {
    try {
      return await vouch(call)
    } catch (error) {
      if (error instanceof WrongProof) return refuseProof(platform, call, error)
      throw error
    }
  })

  routes.command(stopDevice, async (call) => {
    const { caller, now, raw, requestId } = call
    const stoppedBy = caller.userId
    const { ownerId: userId, deviceId } = await find(call)
    if (stoppedBy !== userId)
      await requireWorkspace(platform, { callerId: stoppedBy, ownerId: userId }, mayStop)
    const { events, position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf(actorOf(call)),
      command: { type: 'StopDevice', userId, deviceId, stoppedBy, now },
    })
    // Afterwards: a device for which somebody vouched meanwhile keeps its key.
    if (events.length > 0) {
      await forgetDevice(deviceId, keys)
      noteSecurity(platform, 'device.stopped', { requestId, userId, deviceId, ip: raw.request.ip })
    }
    return { position, reply: () => ({}) }
  })
}
