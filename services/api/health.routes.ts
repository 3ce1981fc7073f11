import { Rejected } from '#contract/errors.ts'
import * as operation from '#contract/operation.ts'
import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'

export const healthRoutes = (routes: Routes, platform: Platform): void => {
  routes.query(operation.live, async () => ({ status: 'ok' as const }))
  routes.query(operation.ready, async () => {
    const { status, checks } = await platform.readiness()
    if (status !== 'down') return { status, checks }
    const faults = Object.entries(checks).map(([field, problem]) => ({ field, problem }))
    throw new Rejected('store.unavailable', faults)
  })
}
