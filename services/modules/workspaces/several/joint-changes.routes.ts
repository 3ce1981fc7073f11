import { Rejected } from '#contract/errors.ts'
import {
  changeParticipants,
  participantsRequests,
  type ChangedParticipant,
} from '#contract/workspaces/several-participants.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { factsUntil } from '#projections/engine/queries/after-command.ts'
import { openOfSeveral } from '#projections/requests/pending-queries.ts'
import { emailsIn } from '#projections/workspaces/queries.ts'
import { giverOf } from '#modules/workspaces/protection/asking.ts'
import { waitingIn } from '#modules/workspaces/protection/second-admin.decider.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { changeReply, type WorkspaceDone } from '#modules/workspaces/workspace-reply.ts'
import { evolve, initialState, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { CHANGES_BY_WORKSPACE } from '#modules/workspaces/workspaces.rates.ts'
import { judgeParticipants, type ChangeParticipants, type JudgedParticipant } from './joint-change.decider.ts'

export const severalParticipantRoutes = (routes: Routes, platform: Platform): void => {
  const { db, throttle } = platform
  const onWorkspace = workspaceCommands(platform)

  routes.query(participantsRequests, async ({ params, body, now }) => ({
    closes: await openOfSeveral(db, { workspaceId: params.id, ...body }, now),
  }))

  /** The outcomes of a command that is repeated, derived from its own events and the state before them. */
  const earlierOutcomes = async (
    command: ChangeParticipants,
    { commandId, position, workspaceId }: WorkspaceDone & { readonly commandId: string },
  ) => {
    const stream = workspaceStream(workspaceId)
    const facts = (await factsUntil(platform, stream, position!)) as readonly Fact<WorkspaceEvent>[]
    const first = facts.findIndex(({ metadata }) => metadata.commandId === commandId)
    const asked = new Set(
      facts
        .slice(first)
        .flatMap(({ type, data }) =>
          type === 'ChangeAsked' && 'participantId' in data.act ? data.act.participantId : [],
        ),
    )
    const isRefused = (participantId: string) => !asked.has(participantId)
    return judge({ ...command, isRefused }, facts.slice(0, first).reduce(evolve, initialState))
  }

  routes.command(changeParticipants, async (call) => {
    const { body, commandId, now } = call
    const workspaceId = call.params.id
    /** Whether the rate of changes refuses this participant; counted once across all attempts. */
    const refused = new Map<string, boolean>()
    const commandOn = async (state: WorkspaceState): Promise<ChangeParticipants> => ({
      type: 'ChangeParticipants',
      ...body,
      emails: await emailsIn(db, workspaceId, body.participantIds),
      isRefused: (participantId) => refused.get(participantId) ?? false,
      by: await giverOf(platform, call, { state, asks: {} }),
    })
    /** What a rate refuses frees a place for another change, which must then be counted too. */
    const judgeCounting = async (command: ChangeParticipants, state: WorkspaceState) => {
      for (;;) {
        const judged = judge(command, state)
        const next = command.participantIds.filter((id, at) => isAsked(judged[at]!) && !refused.has(id))
        if (next.length === 0) return judged
        for (const id of next)
          refused.set(id, !(await throttle.allow(CHANGES_BY_WORKSPACE, workspaceId, now)))
      }
    }
    let outcomes: readonly JudgedParticipant[] = []
    const { position, done, state } = await onWorkspace(call, {
      async command(known) {
        const command = await commandOn(known)
        outcomes = await judgeCounting(command, known)
        return command
      },
      reply: () => () => ({}),
    })
    if (done.repeated) outcomes = await earlierOutcomes(await commandOn(state), { ...done, commandId })
    const results = body.participantIds.map((participantId, at) => ({
      participantId,
      ...resultOf(outcomes[at]!),
    }))
    const changeId = results.find((result) => result.changeId)?.changeId
    if (!changeId) return { position, reply: async () => ({ results }) }
    const change = changeReply(platform, done, changeId)
    return { position, waits: true, reply: async (behind) => ({ change: await change(behind), results }) }
  })
}

const judge = (command: ChangeParticipants, state: WorkspaceState): readonly JudgedParticipant[] => {
  if (state.kind === 'none') throw new Rejected('workspace.not-found')
  return judgeParticipants(command, state)
}

const isAsked = (judged: JudgedParticipant): boolean =>
  typeof judged !== 'string' && 'type' in judged && judged.type === 'ChangeAsked'

const resultOf = (judged: JudgedParticipant): Omit<ChangedParticipant, 'participantId'> => {
  if (judged === 'unchanged') return { outcome: judged, reason: null }
  if (typeof judged === 'string') return { outcome: 'refused', reason: judged }
  const [changeId] = waitingIn([judged])
  return changeId ? { outcome: 'waiting', reason: null, changeId } : { outcome: 'changed', reason: null }
}
