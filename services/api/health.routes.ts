import * as operation from '#contract/operation.ts'
import { Rejected } from '#contract/errors.ts'
import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'

export const healthRoutes = (routes: Routes, { db, eventStore }: Platform): void => {
  routes.query(operation.live, async () => ({ status: 'ok' as const }))

  routes.query(operation.ready, async () => {
    const head = await eventStore.head()
    const checkpoints = await db('checkpoints').select('name', 'position')
    const parked = await db('parked_facts').count({ count: '*' }).first()
    if (!parked) throw new Rejected('store.unavailable')
    const behind = checkpoints.filter(({ position }) => position !== head)
    return {
      status: parked['count'] === '0' ? ('ok' as const) : ('degraded' as const),
      checks: {
        database: 'ok',
        'event store': `at ${head ?? 'the beginning'}`,
        'read models':
          behind.length === 0 ? 'up to date' : `behind: ${behind.map(({ name }) => name).join(', ')}`,
        'parked facts': String(parked['count']),
      },
    }
  })
}
