import type { Finding } from './finding.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { WAITS_FOR_NEWER } from '#platform/effects/reactor-checkpoints.ts'
import { lastTimeRun } from '#platform/effects/time-runs.ts'
import { mismatchOf, type Checkpoint } from '#platform/event-store/checkpoint-mismatch.ts'
import { lagAfter } from '#platform/health/measure.ts'
import type { Platform } from '#platform/platform.ts'
import { remembering } from '#platform/stores/stores.ts'
import { buildsOf, type Build } from '#projections/engine/builds/builds.ts'
import { stepBackTo } from '#projections/engine/builds/promote.ts'
import { projections } from '#projections/index.ts'
import { shareOf } from '#projections/operations/overview.ts'
import { followers } from '../../worker/worker.ts'

/** A follower that is later than this does not run or cannot continue. */
const LATE_S = 60
/** Ten ticks of a worker. */
const TIME_LATE_S = 300
const OVERDUE_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

type NamedCheckpoint = Checkpoint & { readonly name: string }
type Follower = NamedCheckpoint & { readonly types?: ReadonlySet<string>; readonly fault?: string | null }
type Store = Parameters<typeof mismatchOf>[0]

/** Describes one follower, with advice. */
const stateOf = async (
  platform: Platform,
  store: Store,
  { name, types, fault, ...place }: Follower,
): Promise<{ readonly text: string; readonly advice?: string }> => {
  const mismatch = await mismatchOf(store, place)
  if (mismatch === 'of another event store')
    return {
      text: 'follows another event store',
      advice: `${name}: set EVENTSTORE_URL to the store ${place.store_id}, or restore the database that belongs to this store.`,
    }
  if (mismatch) return { text: mismatch, advice: 'After a restore, run: npm run ops -- restored' }
  if (fault === WAITS_FOR_NEWER)
    return {
      text: 'waits for a newer program',
      advice: `${name}: a newer program wrote the next fact. Run its worker.`,
    }
  if (fault) return { text: `stopped (${fault})`, advice: `${name}: read the worker's log.` }
  const [events, seconds] = await lagAfter(platform, place.position, types)
  if (events === 0) return { text: 'up to date' }
  const text = `${events} facts behind, for ${Math.round(seconds)} s`
  return seconds > LATE_S
    ? { text, advice: `${name}: check that its process runs, and read its log.` }
    : { text }
}

const inspect = async (
  name: string,
  platform: Platform,
  store: Store,
  all: readonly Follower[],
): Promise<Finding> => {
  const states = await Promise.all(all.map((follower) => stateOf(platform, store, follower)))
  const advice = new Set(states.flatMap(({ advice: one }) => one ?? []))
  return {
    name,
    text: '',
    more: all.map((follower, i) => `${follower.name.padEnd(14)}${states[i]!.text}`).toSorted(),
    advice: [...advice],
    isWrong: advice.size > 0,
  }
}

const inHead = (position: string | null, head: string | null): string => {
  const share = shareOf(position, head)
  return share === 1 ? 'at the head' : `at ${Math.floor(share * 100)} %`
}

/** Read models of this program without an active build. */
const inspectMissing = (builds: readonly Build[]): readonly Finding[] => {
  const missing = projections.filter(
    ({ name }) => !builds.some(({ model, state }) => model === name && state === 'active'),
  )
  if (missing.length === 0) return []
  const building = (name: string) =>
    builds.find(({ model, state }) => model === name && (state === 'building' || state === 'ready'))
  return [
    {
      name: 'Unavailable',
      text: 'reads that need them answer 503',
      more: missing.map(({ name }) => {
        const coming = building(name)
        return `${name.padEnd(14)}${coming ? `${coming.name} is ${coming.state}` : 'has no build'}`
      }),
      advice: [
        `${missing.map(({ name }) => name).join(', ')}: check that a projector runs. It builds and promotes them.`,
      ],
      isWrong: true,
    },
  ]
}

/** The next step for a build that is not active. */
const NEXT: Partial<Record<Build['state'], (build: Build, active: Build | undefined) => string>> = {
  building: ({ model }) => `filled by a projector of its version, or by: projections build ${model}`,
  ready: ({ name, promotes }) => (promotes ? 'promoted soon' : `to promote: projections promote ${name}`),
  previous: (build, active) =>
    `to go back: projections ${stepBackTo(build, active)}; to free its space: projections retire ${build.name}`,
  retiring: () => 'dropped at the next start of a projector',
}

/** Inactive builds are a problem only when they do not belong to the event store, which prevents a start. */
const inspectInactive = async (builds: readonly Build[], store: Store): Promise<Finding> => {
  const head = await store.head()
  const inactive = builds.filter(({ state }) => state !== 'active')
  const activeOf = (model: string) =>
    builds.find((build) => build.model === model && build.state === 'active')
  const mismatches = await Promise.all(inactive.map((build) => mismatchOf(store, build)))
  const advice = mismatches.some(Boolean) ? ['After a restore, run: npm run ops -- restored'] : []
  return {
    name: 'Other builds',
    text: inactive.length === 0 ? 'none' : '',
    more: inactive.map((build, i) => {
      const place = mismatches[i] ?? inHead(build.position, head)
      return `${build.name.padEnd(14)}${build.state}, ${place}; ${NEXT[build.state]?.(build, activeOf(build.model))}`
    }),
    advice,
    isWrong: advice.length > 0,
  }
}

const inspectBlocked = async (
  db: Knex,
  { name, held, advice }: { name: string; held: boolean; advice: (projection: string) => string },
): Promise<Finding> => {
  const rows: { projection: string; count: string; first: string }[] = await db('parked_facts as p')
    .join('checkpoints as c', 'c.name', 'p.build')
    .where({ held, state: 'active' })
    .orderBy('model')
    .select('model as projection')
    .count({ count: '*' })
    .min({ first: 'p.position' })
    .groupBy('model')
  return {
    name,
    text: rows.length === 0 ? 'none' : '',
    more: rows.map(
      ({ projection, count, first }) => `${projection.padEnd(14)}${count}, the first at ${first}`,
    ),
    advice: [...new Set(rows.map(({ projection }) => advice(projection)))],
    isWrong: rows.length > 0,
  }
}

const deadLetters = {
  name: 'Dead letters',
  held: false,
  advice: (projection: string) =>
    `Repair the cause, then run: npm run ops -- projections retry ${projection}`,
}
const held = {
  name: 'Held facts',
  held: true,
  advice: () => 'A newer program wrote them. Run its projector, which retries them.',
}

const inspectEffects = async ({ db, clock }: Platform): Promise<Finding> => {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const rows: { status: string; count: string }[] = await db('effects')
    .orderBy('status')
    .select('status')
    .count({ count: '*' })
    .groupBy('status')
  const overdue = await db('effects')
    .where({ status: 'pending' })
    .where('next_at', '<', ago(OVERDUE_MS))
    .orWhere('lease_until', '<', ago(OVERDUE_MS))
    .first('id')
  const failed = await db('effects')
    .where({ status: 'failed' })
    .where('updated_at', '>', ago(DAY_MS))
    .first('id')
  return {
    name: 'Mails',
    text: rows.map(({ status, count }) => `${count} ${status}`).join(', ') || 'none yet',
    advice: [
      ...(overdue ? ['Some are overdue. Check that a worker runs, and read its log.'] : []),
      ...(failed
        ? ['Some were given up in the last day. The worker’s log lists them with the reasons.']
        : []),
    ],
    isWrong: overdue !== undefined,
  }
}

/** A worker records deadlines at every tick. Before its first run nothing is late. */
const inspectTime = async ({ db }: Platform): Promise<Finding> => {
  const run = await lastTimeRun(db)
  if (!run) return { name: 'Deadlines', text: 'none recorded yet' }
  const { secondsAgo, failed } = run
  const isLate = secondsAgo > TIME_LATE_S
  return {
    name: 'Deadlines',
    text: `recorded ${Math.round(secondsAgo)} s ago${failed > 0 ? `, ${failed} failed` : ''}`,
    advice: [
      ...(isLate ? ['Check that a worker runs, and read its log.'] : []),
      ...(failed > 0 ? ['The worker’s log lists the failures.'] : []),
    ],
    isWrong: isLate || failed > 0,
  }
}

/** Checks the followers of the facts, started or not, and dead letters, mails and deadlines. */
export const inspectProgress = async (platform: Platform): Promise<readonly Finding[]> => {
  const { db, eventStore } = platform
  const builds = await buildsOf(db)
  const reactors: (NamedCheckpoint & { fault: string | null })[] = await db('reactor_checkpoints')
  // Read the store last, as followers may advance meanwhile.
  const store = remembering(eventStore)
  const notBegun = { store_id: await store.identity(), position: null, fact: null }
  const rowOf = (rows: readonly NamedCheckpoint[], name: string) => rows.find((row) => row.name === name)
  const readModels = builds.flatMap((build) =>
    build.state === 'active' ? [{ ...build, name: build.model }] : [],
  )
  const reacting = followers(platform).map((one) => ({ ...one, ...notBegun, ...rowOf(reactors, one.name) }))
  return [
    await inspect('Read models', platform, store, readModels),
    await inspect('Reactors', platform, store, reacting),
    ...inspectMissing(builds),
    await inspectInactive(builds, store),
    await inspectBlocked(db, deadLetters),
    await inspectBlocked(db, held),
    await inspectEffects(platform),
    await inspectTime(platform),
  ]
}
