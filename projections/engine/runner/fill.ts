import type { Knex } from 'knex'
import pg from 'pg'
import type { EventStore, Page } from '#platform/event-store/event-store.ts'
import { markOf } from '#platform/event-store/misfit.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { changesOf, fromOf, project, type Apply, type Member, type Parts } from './apply.ts'
import type { CollectedChanges, Row } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { copyRows } from './copy-rows.ts'
import { isErasure } from '../definition/erasure.ts'
import { concerns, typesOf } from '../definition/projection.ts'
import { createDecoding } from './read-facts.ts'

/**
 * Fills a build that nobody reads yet, up to a head that it has met: only the facts that its handlers take are read, and
 * rows are copied in bulk into tables that have no index but their keys. Ends early when `isDone`. Throws like Apply.
 */
export type Fill = (member: Member, isDone: () => boolean) => Promise<void>

/** Facts at a time: as many rows as are held in memory twice, and whoever shares the process waits while they are folded. */
const PAGE = 2_000

/** What has to be done fact by fact. */
class NotInBulk extends Error {}

/**
 * What an erasure of before the build has destroyed cannot be opened any more, so there is nothing to forget; to look
 * for it would cost a walk through tables without indexes.
 */
const withoutSweeps = (changes: CollectedChanges): CollectedChanges => ({ ...changes, sweep: () => {} })

type Goal = Parameters<typeof writeBatch>[3]

/** Rows that are put once are copied, the others written as always; all of it, and the checkpoint, or nothing. */
const writeBulk = (db: Knex, member: Member, changes: CollectedChanges, goal: Goal): Promise<void> =>
  db.transaction(async (trx) => {
    const client: pg.Client = await trx.client.acquireConnection()
    for (const [table, { columns, additive = {}, once }] of Object.entries(member.projection.tables)) {
      const rows = once ? changes.takeRows(table) : []
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
  apply: Apply,
): Fill => {
  const decodingFor = createDecoding(codec)

  const goalOf = async ({ events, next }: Page): Promise<Goal> => {
    const to = next!
    const last = events.at(-1)
    const there = last?.position === to ? last : await eventStore.factAt(to)
    return { to, fact: there ? markOf(there) : null }
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

  /** In bulk where nothing stands in the way, else fact by fact as a build that is read takes them. */
  const take = async (member: Member, page: Page): Promise<void> => {
    const { projection } = member
    try {
      if (page.events.length > 0 && hasAside(member)) throw new NotInBulk()
      const goal = await persist(() => goalOf(page))
      const wanted = page.events.filter((event) => concerns(projection, event))
      const facts = await persist(() => decodingFor([projection])(wanted))
      await persist(async () => writeBulk(db, member, await fold(member, facts), goal))
      member.position = goal.to
    } catch (error) {
      if (page.events.length === 0 || isOurs(error)) throw error
      await apply([member], page.events)
    }
  }

  return async (member, isDone) => {
    const read = (after: Member['position']) => {
      const page = persist(() => eventStore.readAll({ after, max: PAGE, types: typesOf(member.projection) }))
      // Nobody may come for it any more.
      page.catch(() => {})
      return page
    }
    let reading = read(member.position)
    while (!isDone()) {
      const page = await reading
      if (page.next === null || page.next === member.position) return
      reading = read(page.next)
      await take(member, page)
      // It may have been taken only in part.
      if (member.position !== page.next) reading = read(member.position)
      // What comes meanwhile is little, and never ends.
      else if (page.atHead) return
    }
  }
}
