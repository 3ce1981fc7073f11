import { kindList } from '#contract/requests/writing-kinds.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { kindsIn } from '#projections/requests/kind-queries.ts'
import { withBuiltIn } from './kinds.ts'

export const kindRoutes = (routes: Routes, { db }: Pick<Platform, 'db'>): void => {
  routes.query(kindList, async ({ params: { workspaceId } }) => [
    ...withBuiltIn(workspaceId, await kindsIn(db, workspaceId)),
  ])
}
