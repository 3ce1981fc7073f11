import { Rejected } from '#contract/errors.ts'
import type { ChangedThing, NotChanged } from '#contract/workspaces/several-participants.ts'
import { participantRules } from '#modules/workspaces/participants/participant.decider.ts'
import {
  createJudge,
  isEvent,
  type GivenBy,
  type Judged,
} from '#modules/workspaces/protection/second-admin.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { evolve, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** The rule about changing several participants; part of `workspace.decider.ts`. */

/** Changes everybody who can be changed. */
export type ChangeParticipants = {
  readonly type: 'ChangeParticipants'
  readonly participantIds: readonly string[]
  readonly what: ChangedThing
  readonly value: boolean
  /** Who asks for the changes that need a second admin. */
  readonly by?: GivenBy
  /** The address of each participant who is known. */
  readonly emails: ReadonlyMap<string, string | null>
  /** Whether a rate refuses to ask for a change of this participant now. */
  readonly isRefused: (participantId: string) => boolean
}
export type JudgedParticipant = Judged | NotChanged | 'unchanged'

const eventsOf = (
  participantId: string,
  { what, value }: ChangeParticipants,
  state: KnownWorkspace,
): readonly WorkspaceEvent[] =>
  what === 'activity'
    ? participantRules.ChangeActivity({ type: 'ChangeActivity', participantId, value }, state)
    : participantRules.ChangeRight({ type: 'ChangeRight', participantId, right: what, value }, state)

/**
 * The event of each participant, the change that it waits for, or why there is none. They count as if they were changed one by one,
 * each on what the ones before have left.
 */
export const judgeParticipants = (
  command: ChangeParticipants,
  before: KnownWorkspace,
): readonly JudgedParticipant[] => {
  const { by, emails, isRefused } = command
  let state = before
  let asked = 0
  const judge = (participantId: string): JudgedParticipant => {
    const [event] = eventsOf(participantId, command, state)
    if (!event) return 'unchanged'
    if (typeof by !== 'object') return event
    const first = asked
    const asker = {
      ...by,
      changeId: (index: number) => by.changeId(first + index),
      targetEmail: emails.get(participantId) ?? null,
    }
    const judged = createJudge(state, asker)(event)
    const isAsked = typeof judged === 'object' && isEvent(judged) && judged.type === 'ChangeAsked'
    return isAsked && isRefused(participantId) ? 'rate.exceeded' : judged
  }
  return command.participantIds.map((participantId) => {
    try {
      const judged = judge(participantId)
      if (typeof judged === 'object' && isEvent(judged)) {
        if (judged.type === 'ChangeAsked') asked += 1
        state = evolve(state, judged) as KnownWorkspace
      }
      return judged
    } catch (error) {
      // Who may not ask is refused as a whole.
      if (!(error instanceof Rejected) || error.code === 'access.denied') throw error
      return error.code as NotChanged
    }
  })
}

const changeSeveral = (command: ChangeParticipants, state: KnownWorkspace): WorkspaceEvent[] =>
  judgeParticipants(command, state).filter((judged) => typeof judged !== 'string' && isEvent(judged))

export const severalRules = { ChangeParticipants: changeSeveral } as const
