import { openEffects, openMails } from '../effects/effect-ledger.ts'
import { lastTimeRun } from '../effects/time-runs.ts'
import type { EventStore, Position } from '../event-store/event-store.ts'
import type { Metrics, Sample } from '../watch/metrics.ts'
import type { Knex } from '../postgres/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { withFallback } from '../primitives/timeouts.ts'
import { namedProbes, type Probes } from '../stores/probes.ts'

export type Sources = {
  readonly clock: Clock
  readonly db: Knex
  readonly eventStore: EventStore
  readonly metrics: Metrics
  readonly probes: Probes
}

type Reading = (sources: Sources) => Promise<readonly Sample[]>

const upOf: Reading = async ({ probes }) => {
  const states = namedProbes(probes).map(async ([dependency, probe]) => {
    const state = await probe?.state()
    if (state === undefined) return []
    return [{ metric: 'up' as const, labels: { dependency }, value: state === 'ok' ? 1 : 0 }]
  })
  return (await Promise.all(states)).flat()
}

/**
 * Returns the number of events after `position`, at most 1,000 and optionally of some types only, and the age of the oldest in
 * seconds. It reads the events, because the positions of the stores cannot be subtracted.
 */
export const lagAfter = async (
  { eventStore, clock }: Pick<Sources, 'eventStore' | 'clock'>,
  position: Position | null,
  types?: ReadonlySet<string>,
): Promise<readonly [events: number, seconds: number]> => {
  const page = await eventStore.readAll({ after: position, max: 1_000 })
  const events = page.events.filter(({ type }) => types?.has(type) ?? true)
  const oldest = events[0]?.metadata['at']
  const ageMs = typeof oldest === 'string' ? Math.max(0, clock.now().getTime() - Date.parse(oldest)) : 0
  return [events.length, ageMs / 1_000]
}

/** Reads no event for a read model that is at the head. */
const readModels: Reading = async ({ clock, db, eventStore }) => {
  const head = await eventStore.head()
  const rows: { name: string; position: string | null }[] = await db('checkpoints')
    .where({ state: 'active' })
    .select('model as name', 'position')
  const isAtHead = (position: string | null) => head === null || (position !== null && position >= head)
  const behind = [...new Set(rows.map(({ position }) => position))].filter((position) => !isAtHead(position))
  const counted = behind.map(
    async (position) => [position, await lagAfter({ clock, eventStore }, position)] as const,
  )
  const lags = new Map(await Promise.all(counted))
  return rows.flatMap(({ name: projection, position }) => {
    const [events, seconds] = lags.get(position) ?? [0, 0]
    return [
      { metric: 'projection_lag_events', labels: { projection }, value: events },
      { metric: 'projection_lag_seconds', labels: { projection }, value: seconds },
    ]
  })
}

const parkedFacts: Reading = async ({ db }) => {
  const rows: { projection: string; held: boolean; count: string }[] = await db('parked_facts')
    .join('checkpoints', 'checkpoints.name', 'parked_facts.build')
    .where({ state: 'active' })
    .select('model as projection', 'held')
    .count({ count: '*' })
    .groupBy('model', 'held')
  return rows.map(({ projection, held, count }) => ({
    metric: held ? 'held_facts' : 'parked_facts',
    labels: { projection },
    value: Number(count),
  }))
}

const mails: Reading = async ({ db, clock }) => {
  const rows: { status: string; count: string }[] = await openEffects(db)
    .select('status')
    .count({ count: '*' })
    .groupBy('status')
  const { oldest } = await openMails(db).min({ oldest: 'created_at' }).first<{ oldest: Date | null }>()
  const waitedMs = oldest ? clock.now().getTime() - oldest.getTime() : 0
  return [
    ...['pending', 'sending'].map((status) => ({
      metric: 'effects' as const,
      labels: { status },
      value: Number(rows.find((row) => row.status === status)?.count ?? 0),
    })),
    { metric: 'mail_delay_seconds', labels: {}, value: Math.max(0, waitedMs) / 1_000 },
  ]
}

/** No sample before the first run. */
const timeRun: Reading = async ({ db }) => {
  const run = await lastTimeRun(db)
  return run ? [{ metric: 'time_run_age_seconds', labels: {}, value: run.secondsAgo }] : []
}

const readings: Readonly<Record<string, Reading>> = {
  'read models': readModels,
  'parked facts': parkedFacts,
  mails,
  'time run': timeRun,
}

/** Returns all samples within 2 s. Samples that cannot be read are missing, and `figures_read` is 0 for them. Never throws. */
export const measure = async (sources: Sources): Promise<readonly Sample[]> => {
  const own = Object.entries(readings).map(([figures, read]) => [figures, () => read(sources)] as const)
  const read = [...own, ...sources.metrics.readings].map(async ([figures, ask]) => {
    const samples = await withFallback(ask(), undefined)
    const isRead: Sample = { metric: 'figures_read', labels: { figures }, value: samples ? 1 : 0 }
    return [...(samples ?? []), isRead]
  })
  return (await Promise.all([upOf(sources), ...read])).flat()
}
