import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import {
  commandReactor,
  reactionTo,
  type CommandReactor,
  type ReactorStreams,
} from '#platform/effects/reactors.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { allEvents } from '#modules/all.events.ts'
import type { FactOf } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { inviterOf, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import type { OwnNames } from './own-names.ts'
import { userStream, type UserEvent } from './user.events.ts'
import type { TellName } from './users.routes.ts'

const name = 'accounts'

const STEPS = {
  DeviceEnrolled: 'enrolled',
  DeviceVouched: 'vouched',
  DeviceStopped: 'stopped',
  DeviceRemoved: 'removed',
  DeviceDisabled: 'disabled',
} as const
type Step = keyof typeof STEPS

/** Provided by the workspaces module. */
type ReportDevices = (
  step: {
    readonly userId: string
    readonly deviceId: string
    readonly step: (typeof STEPS)[Step] | 'waiting'
    readonly kind: 'pin' | 'passkey'
    readonly deviceBound?: boolean
    readonly usableFrom?: string
  },
  given: {
    readonly after: Position
    readonly at: Date
    readonly actorId: string | null
    readonly contextOf: (role: 'admin' | 'regular user' | null) => CommandContext
  },
) => Promise<void>

/** Commands on accounts that follow from events of workspaces and requests. */
export const accountReactor = (
  platform: Pick<Platform, 'commands' | 'clock' | 'log' | 'config'>,
  reportDevices: ReportDevices,
  { told, tellName }: { readonly told: OwnNames['told']; readonly tellName: TellName },
): CommandReactor => {
  const { commands, clock } = platform
  const execute = async (fact: Fact, command: UserCommand, { load }: ReactorStreams = commands) => {
    const stream = userStream(command.userId)
    const { events } = await commands.execute({
      decider: userDecider,
      stream,
      read: await load(userDecider, stream),
      workspaceId: null,
      context: reactionTo(fact, name, clock.now()),
      command,
    })
    const { userId } = command
    const { requestId } = fact.metadata
    for (const { type, data } of events as readonly UserEvent[]) {
      if (type === 'UserRoleRaised') noteSecurity(platform, 'role.raised', { requestId, userId })
      if (type === 'DeviceDisabled')
        noteSecurity(platform, 'device.disabled', { requestId, userId, deviceId: data.deviceId })
    }
  }
  /** Disables a device after its last wrong PIN. */
  const disable = async (
    fact: FactOf<'ApprovalRefused' | 'CreationRefused' | 'ChangeApprovalRefused'>,
    streams: ReactorStreams = commands,
  ): Promise<void> => {
    const { triesLeft, userId, deviceId } = fact.data
    if (triesLeft === 0) await execute(fact, { type: 'DisableDevice', userId, deviceId }, streams)
  }
  /** Tells the workspaces of the owner what happened to a device. Its kind is only known before it is gone. */
  const report = async (fact: FactOf<Step>): Promise<void> => {
    const { userId, deviceId } = fact.data
    const of = fact.type === 'DeviceEnrolled' ? fact.revision : fact.revision - 1
    const state = await commands.loadAt(userDecider, userStream(userId), of)
    const device = state.kind === 'none' ? undefined : state.devices.get(deviceId)
    if (!device) return
    const { kind, deviceBound, usableFrom } = device
    const isWaiting = fact.type === 'DeviceEnrolled' && usableFrom !== null
    const { actor } = fact.metadata
    await reportDevices(
      {
        userId,
        deviceId,
        kind,
        step: isWaiting ? 'waiting' : STEPS[fact.type],
        ...(deviceBound !== null && { deviceBound }),
        ...(isWaiting && { usableFrom }),
      },
      {
        after: fact.position,
        at: new Date(fact.metadata.at),
        actorId: actor.userId,
        contextOf: (role) => ({
          ...reactionTo(fact, `${name} devices`, clock.now()),
          ...(actor.kind === 'user' && { actor: { ...actor, role } }),
        }),
      },
    )
  }
  /** Brings a name into the workspaces of its owner, as the request that changed it may not have done. */
  const tell = async (
    fact: FactOf<'UserNamed' | 'ParticipantJoined'>,
    where: object,
    streams: ReactorStreams = commands,
  ): Promise<void> => {
    const { userId } = fact.data
    const named = await told(userId, streams)
    if (!named) return
    await tellName(
      { userId, ...named },
      {
        ...where,
        contextOf: (role) => ({
          ...reactionTo(fact, `${name} names`, clock.now()),
          actor: { kind: 'user', userId, role },
        }),
      },
    )
  }
  return commandReactor(allEvents, name, {
    UserNamed: (fact, streams) => tell(fact, { after: fact.position }, streams),
    DeviceEnrolled: report,
    DeviceVouched: report,
    DeviceStopped: report,
    DeviceRemoved: report,
    DeviceDisabled: report,
    /** A regular user who joins as an admin gets the admin pages. */
    async ParticipantJoined(fact, streams = commands) {
      const { role, userId, workspaceId, participantId } = fact.data
      await tell(fact, { only: workspaceId }, streams)
      if (role !== 'admin') return
      const before = await streams.loadAt(workspaceFold, workspaceStream(workspaceId), fact.revision - 1)
      const by = inviterOf(before, participantId)
      await execute(fact, { type: 'RaiseRole', userId, by, inWorkspaceId: workspaceId }, streams)
    },
    async ParticipantPromoted(fact, streams) {
      const { userId, workspaceId: inWorkspaceId } = fact.data
      const by = fact.metadata.actor.userId
      await execute(fact, { type: 'RaiseRole', userId, by, inWorkspaceId, promoted: true }, streams)
    },
    ApprovalRefused: disable,
    CreationRefused: disable,
    ChangeApprovalRefused: disable,
  })
}
