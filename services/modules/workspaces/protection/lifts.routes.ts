import { startLift, stopLift, withdrawLift } from '#contract/workspaces/protection-lift.ts'
import type { CallOn, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { workspaceReply } from '#modules/workspaces/workspace-reply.ts'
import { liftEnd, type LiftCommand } from './lift.decider.ts'

/** The way out for a workspace whose second admin is gone for good. */
export const liftRoutes = (routes: Routes, platform: Platform): void => {
  const onWorkspace = workspaceCommands(platform)
  const byOperator = (call: CallOn, command: LiftCommand) =>
    onWorkspace(call, { command, reply: (done) => workspaceReply(platform, done) })

  routes.command(startLift, (call) => {
    const { caller, commandId, now } = call
    return byOperator(call, {
      type: 'StartLift',
      liftId: derivedId(commandId, 'lift'),
      startedBy: caller.userId,
      reason: call.body.reason,
      endsAt: liftEnd(now, platform.config.PROTECTION_LIFT_DAYS),
    })
  })

  routes.command(withdrawLift, (call) => byOperator(call, { type: 'WithdrawLift' }))

  routes.command(stopLift, (call) =>
    onWorkspace(call, {
      command: { type: 'StopLift', userId: call.caller.userId },
      reply: () => () => ({}),
    }),
  )
}
