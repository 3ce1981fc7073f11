import type { Finding } from './finding.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { WAITS_FOR_NEWER } from '#platform/effects/reactor-checkpoints.ts'
import { lastTimeRun } from '#platform/effects/time-runs.ts'
import { mismatchOf, type Checkpoint } from '#platform/event-store/checkpoint-mismatch.ts'
import { lagAfter } from '#platform/health/measure.ts'
import type { Platform } from '#platform/platform.ts'
import { remembering } from '#platform/stores/stores.ts'
import { buildsOf, type Build } from '#projections/engine/builds/builds.ts'
import { projections } from '#projections/index.ts'
import { shareOf } from '#projections/operations/overview.ts'
import { followers } from '../../worker/worker.ts'

/** Whoever is later than this does not run, or cannot go on. */
const LATE_S = 60
/** Ten ticks of a worker. */
const TIME_LATE_S = 300
const OVERDUE_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

type NamedCheckpoint = Checkpoint & { readonly name: string }
type Follower = NamedCheckpoint & { readonly types?: ReadonlySet<string>; readonly fault?: string | null }
type Store = Parameters<typeof mismatchOf>[0]

/** How one follower of the facts is, and what to do. */
const stateOf = async (
  platform: Platform,
  store: Store,
  { name, types, fault, ...place }: Follower,
): Promise<{ readonly text: string; readonly advice?: string }> => {
  const mismatch = await mismatchOf(store, place)
  if (mismatch === 'of another event store')
    return {
      text: 'follows another event store',
      advice: `${name}: give EVENTSTORE_URL the store ${place.store_id}, or restore the database that belongs to this one.`,
    }
  if (mismatch) return { text: mismatch, advice: 'After a restore: npm run ops -- restored' }
  if (fault === WAITS_FOR_NEWER)
    return {
      text: 'waits for a newer program',
      advice: `${name}: a newer program wrote what comes next: run its worker.`,
    }
  if (fault) return { text: `cannot go on (${fault})`, advice: `${name}: the worker's log says more.` }
  const [events, seconds] = await lagAfter(platform, place.position, types)
  if (events === 0) return { text: 'up to date' }
  const text = `${events} facts behind, for ${Math.round(seconds)} s`
  return seconds > LATE_S
    ? { text, advice: `${name}: see that its process runs, and what its log says.` }
    : { text }
}

const inspect = async (
  name: string,
  platform: Platform,
  store: Store,
  followers: readonly Follower[],
): Promise<Finding> => {
  const states = await Promise.all(followers.map((follower) => stateOf(platform, store, follower)))
  const advice = new Set(states.flatMap(({ advice: one }) => one ?? []))
  return {
    name,
    text: '',
    more: followers.map((follower, i) => `${follower.name.padEnd(14)}${states[i]!.text}`).toSorted(),
    advice: [...advice],
    isWrong: advice.size > 0,
  }
}

const inHead = (position: string | null, head: string | null): string => {
  const share = shareOf(position, head)
  return share === 1 ? 'at the head' : `at ${Math.floor(share * 100)} %`
}

/** Read models of this program of which nothing can be read. */
const inspectMissing = (builds: readonly Build[]): readonly Finding[] => {
  const missing = projections.filter(
    ({ name }) => !builds.some(({ model, state }) => model === name && state === 'active'),
  )
  if (missing.length === 0) return []
  const building = (name: string) =>
    builds.find(({ model, state }) => model === name && (state === 'building' || state === 'ready'))
  return [
    {
      name: 'Not there',
      text: 'reads that need them answer 503',
      more: missing.map(({ name }) => {
        const coming = building(name)
        return `${name.padEnd(14)}${coming ? `${coming.name} is ${coming.state}` : 'none of its builds is there'}`
      }),
      advice: missing.map(
        ({ name }) => `${name}: see that its projector runs: it builds and promotes it by itself.`,
      ),
      isWrong: true,
    },
  ]
}

/** What may be done with a build that nobody reads. */
const NEXT: Partial<Record<Build['state'], (build: Build) => string>> = {
  building: ({ model }) => `a projector of its version fills it, or projections build ${model}`,
  ready: ({ name, promotes }) => (promotes ? 'is read by itself soon' : `projections promote ${name}`),
  previous: ({ model, name }) => `projections rollback ${model}, or retire ${name} to free its room`,
  retiring: () => 'goes with the next start of a projector',
}

/** Builds that nobody reads are nothing wrong, unless they stand in the way of a start. */
const inspectBeside = async (builds: readonly Build[], store: Store): Promise<Finding> => {
  const head = await store.head()
  const beside = builds.filter(({ state }) => state !== 'active')
  const mismatches = await Promise.all(beside.map((build) => mismatchOf(store, build)))
  const advice = mismatches.some(Boolean) ? ['After a restore: npm run ops -- restored'] : []
  return {
    name: 'Other builds',
    text: beside.length === 0 ? 'none' : '',
    more: beside.map((build, i) => {
      const place = mismatches[i] ?? inHead(build.position, head)
      return `${build.name.padEnd(14)}${build.state}, ${place}; ${NEXT[build.state]?.(build)}`
    }),
    advice,
    isWrong: advice.length > 0,
  }
}

const inspectAside = async (
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

const parked = {
  name: 'Parked facts',
  held: false,
  advice: (projection: string) =>
    `Correct what refuses them, then npm run ops -- projections retry ${projection}`,
}
const held = {
  name: 'Held facts',
  held: true,
  advice: () => 'A newer program wrote them: run its projector, which takes them up by itself.',
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
      ...(overdue ? ['Some are overdue: see that a worker runs, and what its log says.'] : []),
      ...(failed ? ['Some were given up in the last day: the worker’s log says which, and why.'] : []),
    ],
    isWrong: overdue !== undefined,
  }
}

/** What time brings is told at every tick of a worker; before the first nothing is late. */
const inspectTime = async ({ db }: Platform): Promise<Finding> => {
  const run = await lastTimeRun(db)
  if (!run) return { name: 'Time', text: 'nothing told yet' }
  const { secondsAgo, failed } = run
  const isLate = secondsAgo > TIME_LATE_S
  return {
    name: 'Time',
    text: `what it brings was told ${Math.round(secondsAgo)} s ago${failed > 0 ? `, but of ${failed}` : ''}`,
    advice: [
      ...(isLate ? ['See that a worker runs, and what its log says.'] : []),
      ...(failed > 0 ? ['The worker’s log says of what nothing could be told, and why.'] : []),
    ],
    isWrong: isLate || failed > 0,
  }
}

/** Who follows the facts, whether or not it ever began, and how far it is, what is set aside, what became of mails. */
export const inspectProgress = async (platform: Platform): Promise<readonly Finding[]> => {
  const { db, eventStore } = platform
  const builds = await buildsOf(db)
  const reactors: (NamedCheckpoint & { fault: string | null })[] = await db('reactor_checkpoints')
  // Asked last: whoever follows may be moving along right now.
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
    await inspectBeside(builds, store),
    await inspectAside(db, parked),
    await inspectAside(db, held),
    await inspectEffects(platform),
    await inspectTime(platform),
  ]
}
