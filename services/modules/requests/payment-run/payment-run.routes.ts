import { paymentRun, runPayments } from '#contract/requests/payment-run.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { visibleFile } from '#modules/requests/files/visible-file.ts'
import { createRuns } from './runs.ts'

export const paymentRunRoutes = (routes: Routes, platform: Platform): void => {
  const runs = createRuns(platform)

  routes.query(paymentRun, async ({ params, caller, now }) =>
    runs.summary(await visibleFile(platform, { id: params.id, callerId: caller.userId, now })),
  )

  routes.query(runPayments, async ({ params, query, caller, now }) =>
    runs.payments(await visibleFile(platform, { id: params.id, callerId: caller.userId, now }), query),
  )
}
