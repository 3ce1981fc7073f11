import type { Knex } from 'knex'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { Position, StoredEvent } from '#platform/event-store/event-store.ts'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { inBatchSpan } from '#platform/watch/tracing.ts'
import type { Build } from '../builds/builds.ts'
import { collectChanges, type Changes, type CollectedChanges } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { audienceLines } from './audience.ts'
import { batchesOf } from '../definition/erasure.ts'
import { behind, collectBlockedFacts, laneName, putBlockedFact, type BlockedBy } from './dead-letters.ts'
import type { Retries } from './retries.ts'
import { handles, type From, type Projection } from '../definition/projection.ts'
import { inSchema } from '../definition/tables.ts'
import { createDecoding, readFacts, blockedByFault, textOf, type Read } from './read-facts.ts'

/** A build that this process advances. `position` and `resumed` are what it last committed or read. */
export type Member = { readonly projection: Projection } & Pick<Build, 'name' | 'begun_at'> & {
    state: Build['state']
    promotes: boolean
    position: Position | null
    resumed: number
    /** See `takeContext`. */
    kept: (Pick<Build, 'position' | 'resumed'> & { readonly context: unknown }) | undefined
  }

export const memberOf = (projection: Projection, build: Build): Member => {
  const { name, begun_at, state, promotes, position, resumed } = build
  return { projection, name, begun_at, state, promotes, position, resumed, kept: undefined }
}

export type Parts = {
  readonly codec: Codec
  readonly db: Knex
  readonly log: Logger
  readonly retries: Retries
  /** Blocked lanes, by `laneName`. */
  readonly blocked: Map<string, BlockedBy>
}

/**
 * Applies the events to all members in one transaction. If that fails, applies them around the facts that fail, and
 * blocks their lanes. Throws interruptions such as CheckpointMoved.
 */
export type Apply = (members: readonly Member[], events: readonly StoredEvent[]) => Promise<void>

/**
 * Adds what these facts become to `changes`. The tables may be read first: only the process that then moves the
 * checkpoint can have written them. Returns the context for a batch that follows.
 */
export const project = async (
  from: From,
  { prepare, handlers }: Projection,
  facts: readonly Fact[],
  changes: Changes,
): Promise<unknown> => {
  if (facts.length === 0) return undefined
  const context = await prepare?.(from, facts)
  for (const fact of facts) handlers[fact.type]?.(fact, changes, context)
  return context
}

/** The projection as it goes on from the context of the batch before. */
const after = (projection: Projection, before: unknown): Projection => {
  const { prepare } = projection
  return prepare ? { ...projection, prepare: (from, facts) => prepare(from, facts, before) } : projection
}

/**
 * Returns the context of the batch that was written last, if nothing was written since: another process that writes to the
 * build moves its checkpoint, and then the batch fails as a whole. Handlers change a context, so nobody gets it again unless
 * that batch is written.
 */
const takeContext = (member: Member): unknown => {
  const { kept, position, resumed } = member
  member.kept = undefined
  return kept?.position === position && kept.resumed === resumed ? kept.context : undefined
}

export const fromOf = (db: Knex, { name }: Pick<Member, 'name'>): From =>
  Object.assign((table: string) => db(table).withSchema(name), {
    query: async <Row>(sql: Parameters<From['query']>[0], bindings: readonly unknown[]) => {
      const text = sql((table) => inSchema(name, table))
      return (await db.raw<{ rows: Row[] }>(text, bindings as Knex.RawBinding[])).rows
    },
  }) as From

export const changesOf = ({ name, projection: { tables } }: Pick<Member, 'name' | 'projection'>) =>
  collectChanges(name, tables)

const isNewTo = ({ projection, position }: Member, event: StoredEvent): boolean =>
  (position === null || event.position > position) && handles(projection, event)

export const createApply = ({ codec, db, log, retries, blocked: blockedLanes }: Parts): Apply => {
  const { untilAvailable, succeedsLater, isInterruption } = retries
  const decodingFor = createDecoding(codec)

  const write = async (
    members: readonly Member[],
    changes: readonly CollectedChanges[],
    last: StoredEvent,
    audiences: ReadonlyMap<string, readonly string[]> = new Map(),
  ) => {
    const to = last.position
    const statements = changes.flatMap((some) => some.statements())
    await writeBatch(db, statements, members, { to, fact: hashOrId(last), audiences })
    for (const member of members) member.position = to
  }

  /** Returns the facts to apply. Collects those that are unreadable or in a blocked lane in `blocked`. */
  const withoutBlocked = (
    member: Member,
    reads: readonly Read[],
    blocked: CollectedChanges,
    stopped: Map<string, Read>,
  ): readonly Fact[] =>
    reads
      .filter(({ event }) => isNewTo(member, event))
      .flatMap((read) => {
        const { fact, fault } = read
        const lane = laneName(member, fact)
        const first = stopped.get(lane)
        const by = first ? blockedByFault(first.fault) : blockedLanes.get(lane)
        if (by) putBlockedFact(blocked, member, fact, { by, error: behind(by) })
        if (by) return []
        if (fault === undefined) return fact
        stopped.set(lane, read)
        putBlockedFact(blocked, member, fact, { by: blockedByFault(fault), error: textOf(fault) })
        return []
      })

  /** The error may quote a row, so it is stored with the fact and not logged. */
  const logBlocked = (lane: string, { event: { type, position } }: Read, by: BlockedBy) => {
    blockedLanes.set(lane, by)
    const about = { lane, eventType: type, position }
    if (by === 'held') log.warn(about, 'a fact is held until a newer program runs')
    else log.error(about, 'a fact became a dead letter; reads that need it answer 503 until it is repaired')
  }

  /** Writes all rows and all checkpoints, or nothing. */
  const commit = async (
    members: readonly Member[],
    reads: readonly Read[],
    to: StoredEvent,
  ): Promise<void> => {
    const blocked = collectBlockedFacts()
    const stopped = new Map<string, Read>()
    const audiences = new Map<string, readonly string[]>()
    const projected = members.map(async (member) => {
      const changes = changesOf(member)
      const facts = withoutBlocked(member, reads, blocked, stopped)
      audiences.set(member.name, audienceLines(facts))
      const before = takeContext(member)
      const projection = after(member.projection, before)
      const context =
        facts.length === 0 ? before : await project(fromOf(db, member), projection, facts, changes)
      return { member, changes, context }
    })
    const all = await Promise.all(projected)
    await write(members, [...all.map(({ changes }) => changes), blocked], to, audiences)
    for (const { member, changes, context } of all) {
      const { position, resumed } = member
      if (!changes.sweeps()) member.kept = { position, resumed, context }
    }
    for (const [lane, read] of stopped) logBlocked(lane, read, blockedByFault(read.fault))
  }

  const deadLetterPoison = async (
    member: Member,
    read: Read,
    to: StoredEvent,
    cause: unknown,
  ): Promise<void> => {
    const blocked = collectBlockedFacts()
    putBlockedFact(blocked, member, read.fact, { by: 'dead letter', error: String(cause) })
    await untilAvailable(() => write([member], [blocked], to))
    logBlocked(laneName(member, read.fact), read, 'dead letter')
  }

  /** Finds the poison fact by halving the batch, and applies the rest. */
  const applyAround = async (member: Member, reads: readonly Read[], to: StoredEvent): Promise<void> => {
    try {
      await untilAvailable(() => commit([member], reads, to))
    } catch (error) {
      const [read] = reads
      if (isInterruption(error) || !read) throw error
      if (reads.length === 1) {
        if (!(await succeedsLater(() => commit([member], reads, to))))
          await deadLetterPoison(member, read, to, error)
        return
      }
      const half = reads.length >> 1
      await applyAround(member, reads.slice(0, half), reads[half - 1]!.event)
      await applyAround(member, reads.slice(half), to)
    }
  }

  const applyBatch = async (members: readonly Member[], reads: readonly Read[], to: StoredEvent) => {
    try {
      await untilAvailable(() => commit(members, reads, to))
    } catch (error) {
      if (isInterruption(error)) throw error
      for (const member of members) await applyAround(member, reads, to)
    }
  }

  const apply: Apply = async (members, events) => {
    const wanted = events.filter((event) => members.some(({ projection }) => handles(projection, event)))
    const decode = decodingFor(members.map(({ projection }) => projection))
    const reads = await readFacts(wanted, (some) => untilAvailable(() => decode(some)), isInterruption)
    const batches = batchesOf(reads)
    const last = batches.pop() ?? []
    for (const batch of batches) await applyBatch(members, batch, batch.at(-1)!.event)
    await applyBatch(members, last, events.at(-1)!)
  }

  return (members, events) => {
    const names = members.map(({ name }) => name)
    const attributes = { 'vieraugen.projections': names, 'vieraugen.events': events.length }
    const span = { name: 'project', kind: 'consumer', attributes } as const
    return inBatchSpan(events, span, () => apply(members, events))
  }
}
