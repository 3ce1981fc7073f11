import { Rejected } from '#contract/errors.ts'
import { live, ready } from '#contract/health.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'

export const healthRoutes = (routes: Routes, platform: Platform): void => {
  routes.query(live, async () => ({ status: 'ok' as const }))
  routes.query(ready, async () => {
    const { status } = await platform.readiness()
    // HEALTH_PORT shows the details.
    if (status === 'down') throw new Rejected('store.unavailable')
    return { status: 'ok' as const }
  })
}
