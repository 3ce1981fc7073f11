import * as operation from '#contract/operation.ts'
import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { readinessOf } from '#platform/readiness.ts'

export const healthRoutes = (routes: Routes, platform: Platform): void => {
  routes.query(operation.live, async () => ({ status: 'ok' as const }))
  routes.query(operation.ready, () => readinessOf(platform))
}
