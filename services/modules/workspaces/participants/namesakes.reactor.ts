import { Rejected } from '#contract/errors.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/effects/reactors.ts'
import type { Platform } from '#platform/platform.ts'
import { firstNamesake } from '#projections/workspaces/namesake-queries.ts'
import { allEvents } from '#modules/all.events.ts'
import type { FactOf } from '#modules/mails/mail-kind.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'

type Named = FactOf<'ParticipantInvited' | 'InviteeNamed' | 'ParticipantNamed'>

const name = 'namesakes'
const READ_MODEL_MS = 10_000

/** Records that a name looks like another one, once for each fact that makes it so. The admins get a mail. */
export const namesakeReactor = ({
  commands,
  clock,
  db,
  positions,
}: Pick<Platform, 'commands' | 'clock' | 'db' | 'positions'>): CommandReactor => {
  const look = async (fact: Named, since?: number): Promise<void> => {
    const { workspaceId, participantId } = fact.data
    if (!(await positions.reached(fact.position, ['workspaces'], READ_MODEL_MS)))
      throw new Rejected('read-model.behind')
    const otherId = await firstNamesake(db, participantId, since)
    if (otherId === undefined) return
    try {
      await commands.execute({
        decider: workspaceDecider,
        stream: workspaceStream(workspaceId),
        workspaceId,
        context: reactionTo(fact, name, clock.now()),
        command: { type: 'NoticeNamesake', participantId, otherId },
      })
    } catch (error) {
      // It may have been closed meanwhile.
      if (!(error instanceof Rejected) || error.code !== 'workspace.not-found') throw error
    }
  }
  /** An invitation that is sent again keeps its name, and was told of unless it had been revoked. */
  const wasRevoked = async ({ data, revision }: FactOf<'ParticipantInvited'>): Promise<boolean> => {
    if (data.generation === 1) return false
    const before = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision - 1)
    const member = before.kind === 'none' ? undefined : before.members.get(data.participantId)
    return member?.kind === 'invited' && member.revoked
  }
  const named = async (fact: Named): Promise<void> => {
    if (fact.data.name !== undefined) await look(fact, fact.revision)
  }
  return commandReactor(allEvents, name, {
    ParticipantInvited: async (fact) => ((await wasRevoked(fact)) ? look(fact) : named(fact)),
    InviteeNamed: named,
    ParticipantNamed: named,
  })
}
