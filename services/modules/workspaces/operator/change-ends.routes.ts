import { Rejected } from '#contract/errors.ts'
import { changeEnds, MAX_WORKSPACES, type ChangedEnd } from '#contract/workspaces/operator/several-periods.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { bounded } from '#platform/primitives/bounded.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { judgeEnd, type ChangeEnd } from '#modules/workspaces/subscription/end.decider.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'

const AT_ONCE = 8

const outcomeOf = (judged: ReturnType<typeof judgeEnd>): Omit<ChangedEnd, 'workspaceId'> => {
  if (typeof judged !== 'string') return { outcome: 'changed', reason: null }
  if (judged === 'unchanged') return { outcome: judged, reason: null }
  return { outcome: 'refused', reason: judged }
}

/** Changes the end of each workspace's activity in a step of its own, so a repetition goes on where it stopped. */
export const changeEndsRoutes = (routes: Routes, { commands }: Platform): void => {
  routes.command(changeEnds, async ({ body, caller, commandId, contextOf, now }) => {
    const { workspaceIds, endDate: endsOn, seats, ...change } = body
    const context = contextOf({ kind: 'user', userId: caller.userId, role: 'super admin' })
    const inTurn = bounded({ atOnce: AT_ONCE, waiting: MAX_WORKSPACES })
    let position: Position | null = null

    const changeOne = async (workspaceId: string): Promise<ChangedEnd> => {
      const periodId = derivedId(commandId, `period ${workspaceId}`)
      const command: ChangeEnd = { type: 'ChangeEnd', ...change, endsOn, periodId, seats, now }
      // A repeated command is not judged again.
      let outcome: Omit<ChangedEnd, 'workspaceId'> = { outcome: 'changed', reason: null }
      try {
        const done = await commands.execute({
          decider: workspaceDecider,
          stream: workspaceStream(workspaceId),
          workspaceId,
          context,
          command(state) {
            if (state.kind !== 'none') outcome = outcomeOf(judgeEnd(command, state))
            return command
          },
        })
        if (position === null || (done.position !== null && done.position > position))
          position = done.position
      } catch (error) {
        if (!(error instanceof Rejected) || error.code !== 'workspace.not-found') throw error
        outcome = outcomeOf(error.code)
      }
      return { workspaceId, ...outcome }
    }

    const results = await Promise.all(workspaceIds.map((id) => inTurn(() => changeOne(id))))
    return { position, reply: () => ({ results }) }
  })
}
