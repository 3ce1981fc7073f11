import type { Platform } from './platform.ts'

export type Readiness = {
  readonly status: 'ok' | 'degraded'
  readonly checks: Record<string, string>
}

/** Each dependency, and how far the read models are. Throws when the database is away. */
export const readinessOf = async ({
  db,
  eventStore,
}: Pick<Platform, 'db' | 'eventStore'>): Promise<Readiness> => {
  const head = await eventStore.head()
  const checkpoints = await db('checkpoints').select('name', 'position')
  const parked = await db('parked_facts').count({ count: '*' }).first()
  const behind = checkpoints.filter(({ position }) => position !== head)
  return {
    status: parked?.['count'] === '0' ? 'ok' : 'degraded',
    checks: {
      database: 'ok',
      'event store': `at ${head ?? 'the beginning'}`,
      'read models':
        behind.length === 0 ? 'up to date' : `behind: ${behind.map(({ name }) => name).join(', ')}`,
      'parked facts': String(parked?.['count']),
    },
  }
}
