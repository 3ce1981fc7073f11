import type { Clock } from '../primitives/clock.ts'
import type { Knex } from '../postgres/database.ts'
import { openMails } from '../effects/effect-ledger.ts'
import { WAITS_FOR_NEWER } from '../effects/reactor-checkpoints.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { Gate } from '../stores/gate.ts'
import { withFallback } from '../primitives/timeouts.ts'
import { readModelsBehind } from '../read-models/read-model-ages.ts'
import { UnfitSeal, type Seals } from '../seals/seals.ts'
import { cached, FRESH_MS, namedProbes, type Probes } from '../stores/probes.ts'

export type Readiness = {
  /** down: the database is unavailable, or the gate is closed; degraded: another check failed. */
  readonly status: 'ok' | 'degraded' | 'down'
  readonly checks: Record<string, string>
}

type Stores = {
  readonly db: Knex
  readonly eventStore: EventStore
  readonly gate: Gate
  readonly clock: Clock
  readonly probes: Probes
  readonly seals: Pick<Seals, 'misfit'> | undefined
}
type Finding = { readonly isWell: boolean; readonly text: string }

/** A read model that is further behind is late. */
const LATE_SECONDS = 30
/** The queue of mails is unhealthy if a mail waits longer. */
const MAIL_WAITS_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
const minutesSince = (now: Date, then: Date) => Math.floor((now.getTime() - then.getTime()) / 60_000)

const readModels = async (stores: Stores): Promise<Finding> => {
  const behind = (await readModelsBehind(stores)).map(({ model, seconds }) => ({
    model,
    isLate: seconds > LATE_SECONDS,
  }))
  const names = behind.map(({ model, isLate }) => (isLate ? `${model} (late)` : model)).join(', ')
  const isWell = !behind.some(({ isLate }) => isLate)
  return { isWell, text: names === '' ? 'up to date' : `behind: ${names}` }
}

const parkedFacts = async ({ db }: Stores, held: boolean): Promise<Finding> => {
  const rows: { projection: string; count: string }[] = await db('parked_facts')
    .join('checkpoints', 'checkpoints.name', 'parked_facts.build')
    .where({ held, state: 'active' })
    .orderBy('model')
    .select('model as projection')
    .count({ count: '*' })
    .groupBy('model')
  const text = rows.map(({ projection, count }) => `${projection}: ${count}`).join(', ')
  return { isWell: rows.length === 0, text: text || 'none' }
}

const reactors = async ({ db }: Stores): Promise<Finding> => {
  const rows: { name: string; failing_since: Date; fault: string }[] = await db('reactor_checkpoints')
    .whereNotNull('failing_since')
    .orderBy('name')
  const text = rows.map(({ name, failing_since: since, fault }) =>
    fault === WAITS_FOR_NEWER
      ? `${name} waits for a newer program since ${since.toISOString()}`
      : `${name} cannot go on since ${since.toISOString()} (${fault})`,
  )
  return { isWell: rows.length === 0, text: text.join(', ') || 'no faults' }
}

const waitingMails = async ({ db, clock }: Stores): Promise<Finding> => {
  const now = clock.now()
  const row = await openMails(db)
    .count({ count: '*' })
    .min({ oldest: 'created_at' })
    .first<{ count: string; oldest: Date | null }>()
  const { count, oldest } = row
  if (!oldest) return { isWell: true, text: 'none waits' }
  const text = `${count} wait, the oldest for ${minutesSince(now, oldest)} min`
  return { isWell: oldest > ago(now, MAIL_WAITS_MS), text }
}

const failedMails = async ({ db, clock }: Stores): Promise<Finding> => {
  const row = await db('effects')
    .where({ status: 'failed' })
    .where('updated_at', '>', ago(clock.now(), DAY_MS))
    .count({ count: '*' })
    .first<{ count: string }>()
  return { isWell: row.count === '0', text: `${row.count} in a day` }
}

/** The newest seal names an event that must still be there, and the same. */
const sealsOf = async ({ seals }: Stores): Promise<Finding> => {
  if (!seals) return { isWell: true, text: 'none' }
  const misfit = await seals.misfit().catch((error: unknown) => {
    if (error instanceof UnfitSeal) return error.message
    throw error
  })
  return { isWell: misfit === null, text: misfit ?? 'fit' }
}

const findings = {
  'read models': readModels,
  'parked facts': (stores: Stores) => parkedFacts(stores, false),
  'held facts': (stores: Stores) => parkedFacts(stores, true),
  reactors,
  mails: waitingMails,
  'failed mails': failedMails,
  seals: sealsOf,
}

const assessOne = ([name, find]: [string, (stores: Stores) => Promise<Finding>], stores: Stores) =>
  withFallback(find(stores), { isWell: false, text: 'unknown' }).then((found) => ({ name, ...found }))

const assess = async (stores: Stores): Promise<Readiness> => {
  const states = namedProbes(stores.probes).map(async ([name, probe]) => {
    const state = await probe?.state()
    return { name, isWell: state === undefined || state === 'ok', text: state ?? 'none' }
  })
  const [dependencies, found] = await Promise.all([
    Promise.all(states),
    Promise.all(Object.entries(findings).map((entry) => assessOne(entry, stores))),
  ])
  const isDown = !dependencies[0]!.isWell || !stores.gate.isOpen()
  const checks = isDown ? dependencies : [...dependencies, ...found]
  return {
    status: isDown ? 'down' : checks.every(({ isWell }) => isWell) ? 'ok' : 'degraded',
    checks: Object.fromEntries(checks.map(({ name, text }) => [name, text])),
  }
}

/**
 * Returns the state of each dependency and of the work that may be late. It is cached for 2 s, takes at most 2 s, contains only
 * states, counts and times, and never throws.
 */
export const createReadiness = (stores: Stores): (() => Promise<Readiness>) =>
  cached(() => assess(stores), FRESH_MS)
