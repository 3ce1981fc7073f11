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
import { concerns, typesOf } from '../definition/projection.ts'
import { addKey, createKeySet, type KeySet } from './key-set.ts'
import { createDecoding } from './read-facts.ts'

/**
 * Fills a build that nobody reads yet, up to a head that it has met: only the facts that its handlers take are read, and
 * rows are copied in bulk into tables that have no index but their keys. Ends early when `isDone`. Throws like Apply. `seen`:
 * what was put before, by whoever began.
 */
export type Fill = (member: Member, isDone: () => boolean, seen?: Seen) => Promise<void>

/** Somewhere else, where long builds are filled. */
export type FillElsewhere = {
  /** How many pages are taken here before. */
  readonly after: number
  /**
   * Goes on in bulk, as far as that comes; what it has moved stands in the checkpoint. `seen`: what was put until now,
   * where that is known.
   */
  fill(
    build: Pick<Member, 'name' | 'projection'>,
    seen: Seen | undefined,
    isDone: () => boolean,
  ): Promise<void>
}

/** Facts at a time: as many rows as are held in memory twice, and whoever shares the process waits while they are folded. */
const PAGE = 1_000

/** What has to be done fact by fact. */
class NotInBulk extends Error {}

/**
 * What an erasure of before the build has destroyed cannot be opened any more, so there is nothing to forget; to look
 * for it would cost a walk through tables without indexes.
 */
const withoutSweeps = (changes: CollectedChanges): CollectedChanges => ({ ...changes, sweep: () => {} })

/** A page of the event store, and its facts as soon as they are decoded. */
type Ahead = { readonly page: Page; readonly facts: Promise<readonly Fact[]> }

type Goal = Parameters<typeof writeBatch>[3]

/** Of each table whose rows may be put again, the keys that were put since the build was empty. */
export type Seen = ReadonlyMap<string, KeySet>

const seenIn = ({ projection: { tables } }: Member): Seen =>
  new Map(Object.entries(tables).flatMap(([name, { once }]) => (once ? [] : [[name, createKeySet()]])))

/**
 * Rows that nothing stands in place of are copied, the others written as always; all of it, and the checkpoint, or
 * nothing. `seen`: absent where others wrote before.
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
      // What a row does not name would be null there, and not what stands in such rows.
      for (const alike of Map.groupBy(rows, (row) => given(row).join(' ')).values()) {
        const all = [...Object.keys(columns), ...given(alike[0]!)]
        await copyRows(client, { schema: member.name, table, columns: all }, alike)
      }
    }
    await writeBatch(trx, changes.statements(), [member], goal)
  })

export const createFill = (
  { codec, db, aside, patience: { persist, isOurs } }: Parts,
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

  const hasAside = ({ name }: Member): boolean =>
    [...aside.keys()].some((lane) => lane.startsWith(`${name} `))

  const hasMoved = async ({ name, position }: Member): Promise<boolean> => {
    const build = await persist(() => db('checkpoints').where({ name }).first<Pick<Build, 'position'>>())
    return build?.position !== position
  }

  /**
   * In bulk where nothing stands in the way, else fact by fact as a build that is read takes them. Answers which keys
   * were put, where it can still tell.
   */
  const take = async (
    member: Member,
    { page, facts }: Ahead,
    seen: Seen | undefined,
  ): Promise<Seen | undefined> => {
    try {
      if (page.events.length > 0 && hasAside(member)) throw new NotInBulk()
      const goal = await persist(() => goalOf(page))
      const known = await facts
      await persist(async () => writeBulk(db, member, { changes: await fold(member, known), seen }, goal))
      member.position = goal.to
      return seen
    } catch (error) {
      if (page.events.length === 0 || isOurs(error)) throw error
      await apply([member], page.events)
      return undefined
    }
  }

  return async (member, isDone, given) => {
    const { projection } = member
    const decode = decodingFor([projection])
    /** The next page is read and decoded while the one before it is written. */
    const lookAhead = (after: Member['position']): Promise<Ahead> => {
      const ahead = persist(async () => {
        const page = await eventStore.readAll({ after, max: PAGE, types: typesOf(projection) })
        const wanted = page.events.filter((event) => concerns(projection, event))
        const facts = persist(() => decode(wanted))
        facts.catch(() => {})
        return { page, facts }
      })
      // Nobody may come for it any more.
      ahead.catch(() => {})
      return ahead
    }
    let seen = given ?? (member.position === null ? seenIn(member) : undefined)
    let coming = lookAhead(member.position)
    for (let pages = 0; !isDone(); pages += 1) {
      const ahead = await coming
      const { next, atHead } = ahead.page
      if (next === null || next === member.position) return
      if (elsewhere && pages >= elsewhere.after && !hasAside(member)) {
        await elsewhere.fill(member, seen, isDone)
        if (await hasMoved(member)) throw new CheckpointMoved([member.name])
        // What stopped it there is to be met here.
        pages = -1
      }
      coming = lookAhead(next)
      seen = await take(member, ahead, seen)
      // It may have been taken only in part.
      if (member.position !== next) coming = lookAhead(member.position)
      // What comes meanwhile is little, and never ends.
      else if (atHead) return
    }
  }
}
