import type { EventStore, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { changesOf, fromOf, project, type Member, type Parts } from './apply.ts'
import type { Statement } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { concernLines } from './concerns.ts'
import { batchesOf } from '../definition/erasure.ts'
import { collectParked } from './parked.ts'
import { concerns } from '../definition/projection.ts'
import { createDecoding, readFacts, standingAfter, textOf } from './read-facts.ts'

/**
 * Takes up a lane that stands still, a bounded number of its facts: those that can be read and applied now leave
 * it, in order, and it stands still at the first that cannot. Answers whether more of it can be tried. Throws like
 * Apply.
 */
export type Resume = (member: Member, lane: string) => Promise<boolean>

type Row = {
  readonly position: string
  readonly stream: string
  /** bigint as text */
  readonly revision: string
  readonly event_id: string
}

const AT_ONCE = 100

/** The facts of these rows, from their streams; throws when one is not there. */
const eventsOf = async (store: EventStore, rows: readonly Row[]): Promise<readonly StoredEvent[]> => {
  const byId = new Map<string, StoredEvent>()
  const readStream = async (stream: string, ofStream: readonly Row[]) => {
    const last = Number(ofStream.at(-1)!.revision)
    for (let from = Number(ofStream[0]!.revision); from <= last;) {
      const events = await store.readStream(stream, { from, max: Math.min(AT_ONCE, last - from + 1) })
      if (events.length === 0) return
      for (const event of events) byId.set(event.id, event)
      from += events.length
    }
  }
  await Promise.all([...Map.groupBy(rows, ({ stream }) => stream)].map((found) => readStream(...found)))
  return rows.map(({ event_id: id, position, stream }) => {
    const event = byId.get(id)
    if (!event) throw new Error(`the event store does not hold ${id} of ${stream}, which was set aside`)
    return { ...event, position }
  })
}

/** Says of a whole lane why it stands still now, and what is wrong with its first fact. */
const stand = (row: {
  readonly build: string
  readonly lane: string
  readonly position: string
  readonly held: boolean
  readonly error: string
}): Statement => ({
  sql: `UPDATE parked_facts p SET held = s.held, error = CASE WHEN p.position = s.position THEN s.error
    WHEN s.held THEN 'behind a held fact' ELSE 'behind a parked fact' END
    FROM json_populate_recordset(null::parked_facts, ?) s WHERE p.build = s.build AND p.lane = s.lane`,
  json: JSON.stringify([row]),
})

export const createResume = ({ codec, db, log, patience, aside }: Parts, eventStore: EventStore): Resume => {
  const { persist, succeedsLater, isOurs } = patience
  const decodingFor = createDecoding(codec)

  /** Moves the checkpoint nowhere, but so that nobody else goes on from what they remember of the lane. */
  const write = async (
    member: Member,
    statements: readonly Statement[],
    facts: readonly Fact[] = [],
  ): Promise<void> => {
    await writeBatch(db, statements, [member], {
      to: member.position!,
      fact: null,
      resumes: true,
      told: new Map([[member.name, concernLines(facts)]]),
    })
    member.resumed += 1
  }

  const rowsOf = (build: string, lane: string, max: number): Promise<Row[]> =>
    db('parked_facts')
      .where({ build, lane })
      .orderBy('position')
      .limit(max)
      .select('position', 'stream', 'revision', 'event_id')

  const standStill = async (member: Member, lane: string, position: string, fault: unknown) => {
    const { name } = member
    const standing = standingAfter(fault)
    if (aside.get(`${name} ${lane}`) === standing) return
    const row = { build: name, lane, position, held: standing === 'held', error: textOf(fault) }
    await persist(() => write(member, [stand(row)]))
    aside.set(`${name} ${lane}`, standing)
    log.error({ build: name, lane, position, standing }, 'a lane was taken up and stands still again')
  }

  const resume = async (member: Member, lane: string, max: number): Promise<boolean> => {
    const { projection, name } = member
    const rows = await persist(() => rowsOf(name, lane, max))
    const events = await persist(() => eventsOf(eventStore, rows))
    const wanted = events.filter((event) => concerns(projection, event))
    const reads = await readFacts(wanted, (some) => persist(() => decodingFor([projection])(some)), isOurs)
    const stop = reads.find(({ fault }) => fault !== undefined)
    const readable = reads.slice(0, stop && reads.indexOf(stop))
    const end = batchesOf(readable)[1]?.[0]!.event.position ?? stop?.event.position
    const isBefore = ({ position }: { readonly position: string }) => end === undefined || position < end
    const taken = rows.filter(isBefore)
    if (taken.length === 0) {
      if (stop) await standStill(member, lane, stop.event.position, stop.fault)
      else aside.delete(`${name} ${lane}`)
      return false
    }

    const takeUp = async () => {
      const [changes, parked] = [changesOf(member), collectParked()]
      const facts = reads.map(({ fact }) => fact).filter(isBefore)
      await project(fromOf(db, member), projection, facts, changes)
      for (const { position } of taken) parked.remove('parked_facts', { build: name, position })
      await write(member, [...changes.statements(), ...parked.statements()], facts)
    }
    try {
      await persist(takeUp)
    } catch (error) {
      if (isOurs(error)) throw error
      if (taken.length > 1) return resume(member, lane, taken.length >> 1)
      if (!(await succeedsLater(takeUp))) {
        await standStill(member, lane, taken[0]!.position, error)
        return false
      }
    }
    return true
  }

  return (member, lane) => resume(member, lane, AT_ONCE)
}
