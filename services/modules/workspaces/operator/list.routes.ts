import type { Query } from '#contract/endpoint.ts'
import { exportWorkspaces } from '#contract/workspaces/operator/list-export.ts'
import { workspaceFigures } from '#contract/workspaces/operator/figures.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import type { Config } from '#platform/config/config.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import {
  countWorkspaces,
  exportedWorkspaces,
  workspacesForOperator,
} from '#projections/workspaces/operator-queries.ts'
import { figuresOf } from '#projections/workspaces/figure-queries.ts'
import { EXPORTS_BY_ACCOUNT } from '#modules/workspaces/workspaces.rates.ts'
import { operatorDecider } from './operator.decider.ts'
import { operatorStream } from './operator.events.ts'
import { workspacesCsv } from './workspaces-csv.ts'

const DEFAULT_LIMIT = 50

const searchOf = <Q extends Query<typeof exportWorkspaces>>(
  { ADDRESS_KEY }: Pick<Config, 'ADDRESS_KEY'>,
  query: Q,
) => ({ ...query, addressHash: query.q === undefined ? null : addressHash(ADDRESS_KEY, query.q) })

/** The list of all open workspaces, for super admins. */
export const workspaceListRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, config, db, throttle } = platform

  routes.query(listWorkspaces, async ({ query, now, raw }) => {
    const search = { limit: DEFAULT_LIMIT, ...searchOf(config, query) }
    const { items, nextCursor, total } = await workspacesForOperator(db, search, now)
    raw.reply.header('X-Total-Count', total)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })

  routes.query(workspaceFigures, ({ now }) => figuresOf(db, now))

  routes.file(exportWorkspaces, async ({ caller, contextOf, language, now, query }) => {
    const { userId } = caller
    const search = searchOf(config, query)
    const workspaces = await countWorkspaces(db, search, now)
    await throttle.require(EXPORTS_BY_ACCOUNT, userId, now)
    await commands.execute({
      decider: operatorDecider,
      stream: operatorStream(userId),
      workspaceId: null,
      context: contextOf({ kind: 'user', userId, role: 'super admin' }),
      command: { type: 'ExportWorkspaces', userId, workspaces },
    })
    return {
      type: exportWorkspaces.file[0],
      name: `workspaces-${now.toISOString().slice(0, 10)}.csv`,
      parts: workspacesCsv(exportedWorkspaces(db, search, now), language),
    }
  })
}
