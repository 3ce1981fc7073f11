import { Rejected } from '#contract/errors.ts'
import { deleteHistoryView, historyViews, saveHistoryView } from '#contract/workspaces/history-views.ts'
import type { CallOn, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActive, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { createHistoryViews } from './history-view.store.ts'

/** Saved views of the audit log: rows, not events, because they concern only who saved them. */
export const historyViewRoutes = (routes: Routes, platform: Platform): void => {
  const { commands } = platform
  const views = createHistoryViews(platform)
  const ownerOf = ({ caller, params }: Pick<CallOn, 'caller' | 'params'>) => ({
    userId: caller.userId,
    workspaceId: params.id,
  })
  const guarded = async (call: CallOn) => {
    const owner = ownerOf(call)
    const { state } = await commands.load(workspaceFold, workspaceStream(owner.workspaceId))
    call.guard(memberOfUser(state, owner.userId), isActive(state, call.now))
    return owner
  }

  routes.query(historyViews, (call) => views.of(ownerOf(call)))

  routes.command(saveHistoryView, async (call) => {
    const saved = await views.save(await guarded(call), call.body)
    if (!saved) throw new Rejected('view.limit')
    return { position: null, reply: () => saved }
  })

  routes.command(deleteHistoryView, async (call) => {
    await views.remove(await guarded(call), call.body.viewId)
    return { position: null, reply: () => ({}) }
  })
}
