import type { Platform } from '#platform/platform.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/effects/reactors.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { allEvents } from '../all.events.ts'
import type { FactOf } from '../mails/mail-kind.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream, type UserEvent } from './user.events.ts'

const name = 'accounts'

/** What facts of workspaces and requests mean for an account. */
export const accountReactor = (
  platform: Pick<Platform, 'commands' | 'clock' | 'log' | 'config'>,
): CommandReactor => {
  const { commands, clock } = platform
  const command = async (fact: Fact, made: UserCommand) => {
    const { events } = await commands.execute({
      decider: userDecider,
      stream: userStream(made.userId),
      workspaceId: null,
      context: reactionTo(fact, name, clock.now()),
      command: made,
    })
    const { userId } = made
    const { requestId } = fact.metadata
    for (const { type, data } of events as readonly UserEvent[]) {
      if (type === 'UserRoleRaised') noteSecurity(platform, 'role.raised', { requestId, userId })
      if (type === 'DeviceDisabled')
        noteSecurity(platform, 'device.disabled', { requestId, userId, deviceId: data.deviceId })
    }
  }
  /** After the last wrong PIN. */
  const disable = async (fact: FactOf<'ApprovalRefused' | 'CreationRefused'>): Promise<void> => {
    const { triesLeft, userId, deviceId } = fact.data
    if (triesLeft === 0) await command(fact, { type: 'DisableDevice', userId, deviceId })
  }
  return commandReactor(allEvents, name, {
    /** Joining as an admin opens the admin side to a regular user. */
    async ParticipantJoined(fact) {
      const { role, userId } = fact.data
      if (role === 'admin') await command(fact, { type: 'RaiseRole', userId })
    },
    async ParticipantPromoted(fact) {
      await command(fact, { type: 'RaiseRole', userId: fact.data.userId })
    },
    ApprovalRefused: disable,
    CreationRefused: disable,
  })
}
