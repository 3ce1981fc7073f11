import { Rejected } from '#contract/errors.ts'
import { tryRules } from '#contract/requests/rules/trying-rules.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Rate } from '#platform/limits/throttle.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { joined, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { createTrials } from './try-rules.ts'

/** Each one may read a payment run. */
const TRIES: Rate = { door: 'rule-trials', limit: 60, windowMs: 60_000 }

export const ruleRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, throttle } = platform
  const trial = createTrials(platform)

  routes.query(tryRules, async ({ params: { workspaceId }, body, caller: { userId }, now }) => {
    await throttle.require(TRIES, userId, now)
    const { state: workspace } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    const caller = memberOfUser(workspace, userId)
    if (!caller) throw new Rejected('workspace.not-found')
    const { requesterId = caller.participantId } = body
    if (requesterId !== caller.participantId && caller.role !== 'admin') throw new Rejected('access.denied')
    const requester = joined(workspace).find((one) => one.participantId === requesterId)
    if (!requester?.active) throw new Rejected('participant.not-found')
    return trial({ body, workspaceId, workspace, requester, callerId: userId, now })
  })
}
