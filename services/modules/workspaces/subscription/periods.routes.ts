import { Rejected } from '#contract/errors.ts'
import { addActivity, addEternalActivity, endActivity } from '#contract/workspaces/subscription/periods.ts'
import type { CallOn, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { PeriodCommand } from './period.decider.ts'
import { workspaceReply } from '#modules/workspaces/workspace-reply.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'

/** Activity periods, for super admins, who are not participants. */
export const periodRoutes = (routes: Routes, platform: Platform): void => {
  const { commands } = platform

  const onAnyWorkspace = async ({ params, caller, contextOf, now }: CallOn, command: PeriodCommand) => {
    const workspaceId = params.id
    const { userId } = caller
    const { position, revision, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: contextOf({ kind: 'user', userId, role: 'super admin' }),
      command,
    })
    return { position, reply: workspaceReply(platform, { workspaceId, position, revision, repeated, now }) }
  }

  routes.command(addActivity, (call) => {
    const { startDate: startsOn, endDate: endsOn, workspaceId, seats = null, ...reason } = call.body
    if (workspaceId !== call.params.id)
      throw new Rejected('input.invalid', [{ field: 'workspaceId', problem: 'is not the one of the path' }])
    const periodId = derivedId(call.commandId, 'period')
    return onAnyWorkspace(call, {
      type: 'AddPeriod',
      periodId,
      startsOn,
      endsOn,
      seats,
      ...reason,
      now: call.now,
    })
  })

  routes.command(addEternalActivity, (call) => {
    const { seats = null, ...reason } = call.body
    const periodId = derivedId(call.commandId, 'period')
    return onAnyWorkspace(call, { type: 'AddEternalPeriod', periodId, seats, ...reason, now: call.now })
  })

  routes.command(endActivity, (call) => {
    const { periodId, endDate: endsOn, expectedEndDate: expectedEndsOn, reason } = call.body
    return onAnyWorkspace(call, {
      type: 'EndPeriod',
      periodId,
      endsOn,
      expectedEndsOn,
      reason,
      now: call.now,
    })
  })
}
