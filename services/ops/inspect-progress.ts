import type { Finding } from './finding.ts'
import type { Knex } from '#platform/database.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { lagAfter } from '#platform/watch/measure.ts'
import type { Platform } from '#platform/platform.ts'
import { projections } from '../../projections/index.ts'
import { followed } from '../worker/worker.ts'

/** Whoever is later than this does not run, or cannot go on. */
const LATE_S = 60
const OVERDUE_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

type Checkpoint = { readonly name: string; readonly store_id: string; readonly position: Position | null }
type Follower = Checkpoint & { readonly types?: ReadonlySet<string>; readonly fault?: string | null }
type Store = { readonly id: string; readonly head: Position | null }

/** How one follower of the facts is, and what to do. */
const stateOf = async (
  platform: Platform,
  { id, head }: Store,
  { name, store_id, position, types, fault }: Follower,
): Promise<{ readonly text: string; readonly advice?: string }> => {
  if (store_id !== id)
    return {
      text: 'follows another event store',
      advice: `${name}: give EVENTSTORE_URL the store ${store_id}, or restore the database that belongs to this one.`,
    }
  if (position !== null && (head === null || position > head))
    return { text: 'ahead of the event store', advice: 'After a restore: npm run ops -- restored' }
  if (fault) return { text: `cannot go on (${fault})`, advice: `${name}: the worker's log says more.` }
  const [events, seconds] = await lagAfter(platform, position, types)
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

const inspectParked = async (db: Knex): Promise<Finding> => {
  const rows: { projection: string; count: string; first: string }[] = await db('parked_facts')
    .orderBy('projection')
    .select('projection')
    .count({ count: '*' })
    .min({ first: 'position' })
    .groupBy('projection')
  return {
    name: 'Parked facts',
    text: rows.length === 0 ? 'none' : '',
    more: rows.map(
      ({ projection, count, first }) => `${projection.padEnd(14)}${count}, the first at ${first}`,
    ),
    advice: rows.map(
      ({ projection }) => `Correct what refuses them, then npm run ops -- projections rebuild ${projection}`,
    ),
    isWrong: rows.length > 0,
  }
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

/** Who follows the facts, whether or not it ever began, and how far it is, what is parked, what became of mails. */
export const inspectProgress = async (platform: Platform): Promise<readonly Finding[]> => {
  const { db, eventStore } = platform
  const readModels: Checkpoint[] = await db('checkpoints')
  const reactors: (Checkpoint & { fault: string | null })[] = await db('reactor_checkpoints')
  // Asked last: whoever follows may be moving along right now.
  const store = { id: await eventStore.identity(), head: await eventStore.head() }
  const notBegun = { store_id: store.id, position: null }
  const rowOf = (rows: readonly Checkpoint[], name: string) => rows.find((row) => row.name === name)
  const projecting = projections.map(({ name }) => ({ name, ...notBegun, ...rowOf(readModels, name) }))
  const reacting = followed(platform).map((one) => ({ ...one, ...notBegun, ...rowOf(reactors, one.name) }))
  return [
    await inspect('Read models', platform, store, projecting),
    await inspect('Reactors', platform, store, reacting),
    await inspectParked(db),
    await inspectEffects(platform),
  ]
}
