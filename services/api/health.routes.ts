import { Rejected } from '#contract/errors.ts'
import * as operation from '#contract/operation.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'

export const healthRoutes = (routes: Routes, platform: Platform): void => {
  routes.query(operation.live, async () => ({ status: 'ok' as const }))
  routes.query(operation.ready, async () => {
    const { status } = await platform.readiness()
    // Who may see more asks HEALTH_PORT.
    if (status === 'down') throw new Rejected('store.unavailable')
    return { status: 'ok' as const }
  })
}
