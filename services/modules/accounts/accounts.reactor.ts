import type { Platform } from '#platform/platform.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/reactors.ts'
import type { Fact } from '#platform/facts.ts'
import { allEvents } from '../all.events.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream } from './user.events.ts'

const name = 'accounts'

/** What facts of workspaces and requests mean for an account. */
export const accountReactor = ({ commands, clock }: Pick<Platform, 'commands' | 'clock'>): CommandReactor => {
  const command = async (fact: Fact, made: UserCommand) => {
    await commands.execute({
      decider: userDecider,
      stream: userStream(made.userId),
      workspaceId: null,
      context: reactionTo(fact, name, clock.now()),
      command: made,
    })
  }
  return commandReactor(allEvents, name, {
    /** Joining as an admin opens the admin side to a regular user. */
    async ParticipantJoined(fact) {
      const { role, userId } = fact.data
      if (role === 'admin') await command(fact, { type: 'RaiseRole', userId })
    },
    async ApprovalRefused(fact) {
      const { triesLeft, userId, deviceId } = fact.data
      if (triesLeft === 0) await command(fact, { type: 'DisableDevice', userId, deviceId })
    },
  })
}
