import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { askingRoutes } from './asking.routes.ts'
import { creationRoutes } from './creation.routes.ts'
import { decisionRoutes } from './decisions.routes.ts'
import { drillRoutes } from '#modules/requests/drills/drills.routes.ts'
import { kindRoutes } from '#modules/requests/kinds/kinds.routes.ts'
import type { Signers } from '#modules/requests/proof/evidence.ts'
import { paymentRunRoutes } from '#modules/requests/payment-run/payment-run.routes.ts'
import { ruleRoutes } from '#modules/requests/ruling/rules.routes.ts'
import { pairRoutes } from './pairs.routes.ts'
import { readingRoutes } from './reading.routes.ts'
import { glassRoutes } from '#modules/requests/glass/glass.routes.ts'
import { severalRoutes } from './several.routes.ts'

export const requestRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  readingRoutes(routes, platform)
  askingRoutes(routes, platform)
  creationRoutes(routes, platform, signers)
  decisionRoutes(routes, platform, signers)
  severalRoutes(routes, platform, signers)
  glassRoutes(routes, platform, signers)
  pairRoutes(routes, platform)
  kindRoutes(routes, platform)
  drillRoutes(routes, platform)
  paymentRunRoutes(routes, platform)
  ruleRoutes(routes, platform)
}
