import type { EventStore, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { changesOf, fromOf, project, type Member, type Parts } from './apply.ts'
import type { Statement } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { audienceLines } from './audience.ts'
import { batchesOf } from '../definition/erasure.ts'
import { behind, collectBlockedFacts } from './dead-letters.ts'
import { handles } from '../definition/projection.ts'
import { createDecoding, readFacts, blockedByFault, textOf } from './read-facts.ts'

/**
 * Retries a bounded number of facts of a blocked lane, in order. Applied facts leave the lane; the first one that
 * still fails keeps it blocked. Returns whether more of the lane can be tried. Throws like Apply.
 */
export type Resume = (member: Member, lane: string) => Promise<boolean>

type Row = {
  readonly position: string
  readonly stream: string
  /** bigint as text */
  readonly revision: string
  readonly event_id: string
}

const BATCH = 100

/** Reads the facts of these rows from their streams. Throws when one is missing. */
const eventsOf = async (store: EventStore, rows: readonly Row[]): Promise<readonly StoredEvent[]> => {
  const byId = new Map<string, StoredEvent>()
  const readStream = async (stream: string, ofStream: readonly Row[]) => {
    const last = Number(ofStream.at(-1)!.revision)
    for (let from = Number(ofStream[0]!.revision); from <= last;) {
      const events = await store.readStream(stream, { from, max: Math.min(BATCH, last - from + 1) })
      if (events.length === 0) return
      for (const event of events) byId.set(event.id, event)
      from += events.length
    }
  }
  await Promise.all([...Map.groupBy(rows, ({ stream }) => stream)].map((found) => readStream(...found)))
  return rows.map(({ event_id: id, position, stream }) => {
    const event = byId.get(id)
    if (!event) throw new Error(`the event store does not hold ${id} of ${stream}, a blocked fact`)
    return { ...event, position }
  })
}

/** Updates why a lane is blocked, and the error of its first fact. */
const blockLane = (row: {
  readonly build: string
  readonly lane: string
  readonly position: string
  readonly held: boolean
  readonly error: string
}): Statement => ({
  sql: `UPDATE parked_facts p SET held = s.held, error = CASE WHEN p.position = s.position THEN s.error
    WHEN s.held THEN '${behind('held')}' ELSE '${behind('dead letter')}' END
    FROM json_populate_recordset(null::parked_facts, ?) s WHERE p.build = s.build AND p.lane = s.lane`,
  json: JSON.stringify([row]),
})

export const createResume = ({ codec, db, log, retries, blocked }: Parts, eventStore: EventStore): Resume => {
  const { untilAvailable, succeedsLater, isInterruption } = retries
  const decodingFor = createDecoding(codec)

  /** Keeps the position and counts `resumed` up, so other processes reload the blocked lanes. */
  const write = async (
    member: Member,
    statements: readonly Statement[],
    facts: readonly Fact[] = [],
  ): Promise<void> => {
    await writeBatch(db, statements, [member], {
      to: member.position!,
      fact: null,
      resumes: true,
      audiences: new Map([[member.name, audienceLines(facts)]]),
    })
    member.resumed += 1
  }

  const rowsOf = (build: string, lane: string, max: number): Promise<Row[]> =>
    db('parked_facts')
      .where({ build, lane })
      .orderBy('position')
      .limit(max)
      .select('position', 'stream', 'revision', 'event_id')

  const stayBlocked = async (member: Member, lane: string, position: string, fault: unknown) => {
    const { name } = member
    const by = blockedByFault(fault)
    if (blocked.get(`${name} ${lane}`) === by) return
    const row = { build: name, lane, position, held: by === 'held', error: textOf(fault) }
    await untilAvailable(() => write(member, [blockLane(row)]))
    blocked.set(`${name} ${lane}`, by)
    log.error({ build: name, lane, position, by }, 'a retried lane is blocked again')
  }

  const resume = async (member: Member, lane: string, max: number): Promise<boolean> => {
    const { projection, name } = member
    const rows = await untilAvailable(() => rowsOf(name, lane, max))
    const events = await untilAvailable(() => eventsOf(eventStore, rows))
    const wanted = events.filter((event) => handles(projection, event))
    const reads = await readFacts(
      wanted,
      (some) => untilAvailable(() => decodingFor([projection])(some)),
      isInterruption,
    )
    const stop = reads.find(({ fault }) => fault !== undefined)
    const readable = reads.slice(0, stop && reads.indexOf(stop))
    const end = batchesOf(readable)[1]?.[0]!.event.position ?? stop?.event.position
    const isBefore = ({ position }: { readonly position: string }) => end === undefined || position < end
    const taken = rows.filter(isBefore)
    if (taken.length === 0) {
      if (stop) await stayBlocked(member, lane, stop.event.position, stop.fault)
      else blocked.delete(`${name} ${lane}`)
      return false
    }

    const retry = async () => {
      const [changes, blockedFacts] = [changesOf(member), collectBlockedFacts()]
      const facts = reads.map(({ fact }) => fact).filter(isBefore)
      await project(fromOf(db, member), projection, facts, changes)
      for (const { position } of taken) blockedFacts.remove('parked_facts', { build: name, position })
      await write(member, [...changes.statements(), ...blockedFacts.statements()], facts)
    }
    try {
      await untilAvailable(retry)
    } catch (error) {
      if (isInterruption(error)) throw error
      if (taken.length > 1) return resume(member, lane, taken.length >> 1)
      if (!(await succeedsLater(retry))) {
        await stayBlocked(member, lane, taken[0]!.position, error)
        return false
      }
    }
    return true
  }

  return (member, lane) => resume(member, lane, BATCH)
}
