import { historyMails, workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { historyMailsOf, historyOf } from '#projections/audit/queries.ts'

export const auditRoutes = (routes: Routes, { db }: Pick<Platform, 'db'>): void => {
  routes.query(workspaceHistory, ({ params, query }) => historyOf(db, params.id, query))

  routes.query(historyMails, async ({ params, query, raw }) => {
    const { items, nextCursor } = await historyMailsOf(db, params.id, query)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })
}
