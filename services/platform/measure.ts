import type { Position } from './event-store/event-store.ts'
import type { Sample } from './metrics.ts'
import type { Platform } from './platform.ts'

/** Lag is counted by reading what is missing: positions of different stores do not tell it. */
const lagOf = async (
  { eventStore, clock }: Pick<Platform, 'eventStore' | 'clock'>,
  projection: string,
  position: Position | null,
): Promise<readonly Sample[]> => {
  const { events } = await eventStore.readAll({ after: position, max: 1_000 })
  const oldest = events[0]?.metadata['at']
  const ageMs = typeof oldest === 'string' ? Math.max(0, clock.now().getTime() - Date.parse(oldest)) : 0
  return [
    { metric: 'projection_lag_events', labels: { projection }, value: events.length },
    { metric: 'projection_lag_seconds', labels: { projection }, value: ageMs / 1_000 },
  ]
}

/** What is so now, for whichever process is asked. Throws when a store is away. */
export const measure = async (platform: Platform): Promise<readonly Sample[]> => {
  const { db } = platform
  const checkpoints: { name: string; position: string | null }[] = await db('checkpoints').select(
    'name',
    'position',
  )
  const parked: { projection: string; count: string }[] = await db('parked_facts')
    .select('projection')
    .count({ count: '*' })
    .groupBy('projection')
  const effects: { status: string; count: string; oldest: Date }[] = await db('effects')
    .select('status')
    .count({ count: '*' })
    .min({ oldest: 'created_at' })
    .groupBy('status')
  const waiting = effects.filter(({ status }) => status === 'pending' || status === 'sending')
  const delays = waiting.map(({ oldest }) => platform.clock.now().getTime() - oldest.getTime())
  const lags = await Promise.all(checkpoints.map(({ name, position }) => lagOf(platform, name, position)))
  return [
    ...lags.flat(),
    ...parked.map(({ projection, count }) => ({
      metric: 'parked_facts' as const,
      labels: { projection },
      value: Number(count),
    })),
    { metric: 'mail_delay_seconds', labels: {}, value: Math.max(0, ...delays) / 1_000 },
    ...effects.map(({ status, count }) => ({
      metric: 'effects' as const,
      labels: { status },
      value: Number(count),
    })),
  ]
}
