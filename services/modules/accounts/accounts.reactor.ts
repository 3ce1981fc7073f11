import type { Platform } from '#platform/platform.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/effects/reactors.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { allEvents } from '#modules/all.events.ts'
import type { FactOf } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { inviterOf, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream, type UserEvent } from './user.events.ts'

const name = 'accounts'

/** Commands on accounts that follow from events of workspaces and requests. */
export const accountReactor = (
  platform: Pick<Platform, 'commands' | 'clock' | 'log' | 'config'>,
): CommandReactor => {
  const { commands, clock } = platform
  const execute = async (fact: Fact, command: UserCommand) => {
    const { events } = await commands.execute({
      decider: userDecider,
      stream: userStream(command.userId),
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
  const disable = async (fact: FactOf<'ApprovalRefused' | 'CreationRefused'>): Promise<void> => {
    const { triesLeft, userId, deviceId } = fact.data
    if (triesLeft === 0) await execute(fact, { type: 'DisableDevice', userId, deviceId })
  }
  return commandReactor(allEvents, name, {
    /** A regular user who joins as an admin gets the admin pages. */
    async ParticipantJoined(fact) {
      const { role, userId, workspaceId, participantId } = fact.data
      if (role !== 'admin') return
      const before = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), fact.revision - 1)
      await execute(fact, { type: 'RaiseRole', userId, by: inviterOf(before, participantId) })
    },
    async ParticipantPromoted(fact) {
      const by = fact.metadata.actor.userId
      await execute(fact, { type: 'RaiseRole', userId: fact.data.userId, by })
    },
    ApprovalRefused: disable,
    CreationRefused: disable,
  })
}
