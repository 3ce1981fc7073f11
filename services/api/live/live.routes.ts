import { operationsLive, userLive, workspaceLive } from '#contract/live.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Live } from './live.ts'

export const liveRoutes = (routes: Routes, live: Live): void => {
  routes.live(workspaceLive, ({ caller, params, raw }) =>
    live.open(caller, { workspaceId: params.id }, raw.reply),
  )
  routes.live(userLive, ({ caller, raw }) => live.open(caller, 'user', raw.reply))
  routes.live(operationsLive, ({ caller, raw }) => live.open(caller, 'operations', raw.reply))
}
