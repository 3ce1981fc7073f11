import type { Knex } from 'knex'
import pg from 'pg'
import type { EventStore, Page } from '#platform/event-store/event-store.ts'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { changesOf, fromOf, project, type Apply, type Member, type Parts } from './apply.ts'
import type { Build } from '../builds/builds.ts'
import type { CollectedChanges, Row } from '../definition/changes.ts'
import { CheckpointMoved, writeBatch } from './checkpoints.ts'
import { copyRows } from './copy-rows.ts'
import { isErasure } from '../definition/erasure.ts'
import { handles, typesOf } from '../definition/projection.ts'
import { addKey, createBloomFilter, type BloomFilter } from './bloom-filter.ts'
import { createDecoding } from './read-facts.ts'

/**
 * Fills a build up to the head that it meets. Reads only the facts that the handlers take, and copies rows in bulk
 * into tables that have no index but their keys. Ends early when `isDone`. Throws like Apply. `seen`: the keys that
 * another fill put before.
 */
export type Fill = (member: Member, isDone: () => boolean, seen?: Seen) => Promise<void>

/** Fills long builds elsewhere, such as in a thread. */
export type FillElsewhere = {
  /** Pages to fill here first. */
  readonly after: number
  /**
   * Continues in bulk as far as possible, and moves the checkpoint. `seen`: the keys that were put until now, if
   * known.
   */
  fill(
    build: Pick<Member, 'name' | 'projection'>,
    seen: Seen | undefined,
    isDone: () => boolean,
  ): Promise<void>
}

/** Facts per page. Bounds the memory, and how long a fold blocks the process. */
const PAGE = 1_000

/** The page cannot be written in bulk. */
class NotInBulk extends Error {}

/**
 * An erasure before the build destroyed its keys, so no decoded row holds the data. A sweep would scan tables that
 * have no index yet.
 */
const withoutSweeps = (changes: CollectedChanges): CollectedChanges => ({ ...changes, sweep: () => {} })

/** A page and the promise of its decoded facts. */
type Ahead = { readonly page: Page; readonly facts: Promise<readonly Fact[]> }

type Goal = Parameters<typeof writeBatch>[3]

/** The keys that were put since the build was empty, for each table whose rows may be put twice. */
export type Seen = ReadonlyMap<string, BloomFilter>

const seenIn = ({ projection: { tables } }: Member): Seen =>
  new Map(Object.entries(tables).flatMap(([name, { once }]) => (once ? [] : [[name, createBloomFilter()]])))

/**
 * Copies new rows and upserts the others, and moves the checkpoint, all or nothing. Without `seen` rows may exist
 * already.
 */
const writeBulk = (
  db: Knex,
  member: Member,
  { changes, seen }: { readonly changes: CollectedChanges; readonly seen: Seen | undefined },
  goal: Goal,
): Promise<void> =>
  db.transaction(async (trx) => {
    const client: pg.Client = await trx.client.acquireConnection()
    for (const [table, { columns, additive = {}, once }] of Object.entries(member.projection.tables)) {
      const keys = seen?.get(table)
      const isNew = once ? () => true : (key: string) => keys !== undefined && addKey(keys, key)
      const rows = changes.takeRows(table, isNew)
      const given = (row: Row) => Object.keys(additive).filter((column) => row[column] !== undefined)
      // COPY writes NULL for a column that a row does not name. Rows without it must get the default.
      for (const group of Map.groupBy(rows, (row) => given(row).join(' ')).values()) {
        const all = [...Object.keys(columns), ...given(group[0]!)]
        await copyRows(client, { schema: member.name, table, columns: all }, group)
      }
    }
    await writeBatch(trx, changes.statements(), [member], goal)
  })

export const createFill = (
  { codec, db, blocked, retries: { untilAvailable, isInterruption } }: Parts,
  eventStore: EventStore,
  { apply, elsewhere }: { readonly apply: Apply; readonly elsewhere?: FillElsewhere | undefined },
): Fill => {
  const decodingFor = createDecoding(codec)

  const goalOf = async ({ events, next }: Page): Promise<Goal> => {
    const to = next!
    const last = events.at(-1)
    const there = last?.position === to ? last : await eventStore.factAt(to)
    return { to, fact: there ? hashOrId(there) : null }
  }

  const fold = async (member: Member, facts: readonly Fact[]): Promise<CollectedChanges> => {
    const { projection, begun_at: begunAt } = member
    const changes = changesOf(member)
    const isOld = (fact: Fact) => begunAt !== null && fact.position <= begunAt
    if (facts.some((fact) => isErasure(fact) && !isOld(fact))) throw new NotInBulk()
    await project(fromOf(db, member), projection, facts, withoutSweeps(changes))
    return changes
  }

  const hasBlockedLane = ({ name }: Member): boolean =>
    [...blocked.keys()].some((lane) => lane.startsWith(`${name} `))

  const hasMoved = async ({ name, position }: Member): Promise<boolean> => {
    const build = await untilAvailable(() =>
      db('checkpoints').where({ name }).first<Pick<Build, 'position'>>(),
    )
    return build?.position !== position
  }

  /**
   * Writes a page in bulk if possible, else fact by fact. Returns the keys that were put, or undefined when they
   * are no longer known.
   */
  const writePage = async (
    member: Member,
    { page, facts }: Ahead,
    seen: Seen | undefined,
  ): Promise<Seen | undefined> => {
    try {
      if (page.events.length > 0 && hasBlockedLane(member)) throw new NotInBulk()
      const goal = await untilAvailable(() => goalOf(page))
      const known = await facts
      await untilAvailable(async () =>
        writeBulk(db, member, { changes: await fold(member, known), seen }, goal),
      )
      member.position = goal.to
      return seen
    } catch (error) {
      if (page.events.length === 0 || isInterruption(error)) throw error
      await apply([member], page.events)
      return undefined
    }
  }

  return async (member, isDone, given) => {
    const { projection } = member
    const decode = decodingFor([projection])
    /** Reads and decodes the next page while the previous one is written. */
    const lookAhead = (after: Member['position']): Promise<Ahead> => {
      const ahead = untilAvailable(async () => {
        const page = await eventStore.readAll({ after, max: PAGE, types: typesOf(projection) })
        const wanted = page.events.filter((event) => handles(projection, event))
        const facts = untilAvailable(() => decode(wanted))
        facts.catch(() => {})
        return { page, facts }
      })
      // The result may never be awaited.
      ahead.catch(() => {})
      return ahead
    }
    let seen = given ?? (member.position === null ? seenIn(member) : undefined)
    let coming = lookAhead(member.position)
    for (let pages = 0; !isDone(); pages += 1) {
      const ahead = await coming
      const { next, atHead } = ahead.page
      if (next === null || next === member.position) return
      if (elsewhere && pages >= elsewhere.after && !hasBlockedLane(member)) {
        await elsewhere.fill(member, seen, isDone)
        if (await hasMoved(member)) throw new CheckpointMoved([member.name])
        // The page that stopped the thread is written here.
        pages = -1
      }
      coming = lookAhead(next)
      seen = await writePage(member, ahead, seen)
      // The page may have been written in part.
      if (member.position !== next) coming = lookAhead(member.position)
      // New facts keep coming; the runner applies the rest.
      else if (atHead) return
    }
  }
}
