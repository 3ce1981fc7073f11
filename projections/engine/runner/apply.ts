import type { Knex } from 'knex'
import { planned } from '#platform/postgres/database.ts'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { Position, StoredEvent } from '#platform/event-store/event-store.ts'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { inBatchSpan } from '#platform/watch/tracing.ts'
import type { Build } from '../builds/builds.ts'
import { collectChanges, type Changes, type CollectedChanges } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { concernLines } from './concerns.ts'
import { batchesOf } from '../definition/erasure.ts'
import { collectParked, laneName, setAside, type Standing } from './parked.ts'
import type { Patience } from './persist.ts'
import { concerns, type From, type Projection } from '../definition/projection.ts'
import { inSchema } from '../definition/tables.ts'
import { createDecoding, readFacts, standingAfter, textOf, type Read } from './read-facts.ts'

/** A build at work: what it is of, and what of its checkpoint we have committed, or found. */
export type Member = { readonly projection: Projection } & Pick<Build, 'name' | 'begun_at'> & {
    state: Build['state']
    promotes: boolean
    position: Position | null
    resumed: number
  }

export const memberOf = (projection: Projection, build: Build): Member => {
  const { name, begun_at, state, promotes, position, resumed } = build
  return { projection, name, begun_at, state, promotes, position, resumed }
}

export type Parts = {
  readonly codec: Codec
  readonly db: Knex
  readonly log: Logger
  readonly patience: Patience
  /** Lanes that stand still, by `laneName`. */
  readonly aside: Map<string, Standing>
}

/**
 * Takes the members over the events, to the last of them: at once if it can be, else around what cannot be applied, which is set
 * aside with the rest of its lane. Throws CheckpointMoved when somebody else moved one of them, and whatever else is
 * not the data's fault.
 */
export type Apply = (members: readonly Member[], events: readonly StoredEvent[]) => Promise<void>

/** What these facts become. Nobody else can write the tables before our checkpoint moves, so reading them first is safe. */
export const project = async (
  from: From,
  { prepare, handlers }: Projection,
  facts: readonly Fact[],
  changes: Changes,
): Promise<void> => {
  if (facts.length === 0) return
  const context = await prepare?.(from, facts)
  for (const fact of facts) handlers[fact.type]?.(fact, changes, context)
}

/** Rows of the tables of a build. */
export const fromOf = (db: Knex, { name }: Pick<Member, 'name'>): From =>
  Object.assign((table: string) => db(table).withSchema(name), {
    query: async <Row>(sql: Parameters<From['query']>[0], bindings: readonly unknown[]) => {
      const text = sql((table) => inSchema(name, table))
      return (await db.raw<{ rows: Row[] }>(text, bindings as Knex.RawBinding[]).options(planned(text))).rows
    },
  }) as From

/** Changes of the tables of a build. */
export const changesOf = ({ name, projection: { tables } }: Pick<Member, 'name' | 'projection'>) =>
  collectChanges(name, tables)

const isNewTo = ({ projection, position }: Member, event: StoredEvent): boolean =>
  (position === null || event.position > position) && concerns(projection, event)

export const createApply = ({ codec, db, log, patience, aside }: Parts): Apply => {
  const { persist, succeedsLater, isOurs } = patience
  const decodingFor = createDecoding(codec)

  const write = async (
    members: readonly Member[],
    changes: readonly CollectedChanges[],
    last: StoredEvent,
    told: ReadonlyMap<string, readonly string[]> = new Map(),
  ) => {
    const to = last.position
    const statements = changes.flatMap((some) => some.statements())
    await writeBatch(db, statements, members, { to, fact: hashOrId(last), told })
    for (const member of members) member.position = to
  }

  /** Sets aside what belongs to a lane that stands still, or brings one to a stand; answers the others. */
  const sift = (
    member: Member,
    reads: readonly Read[],
    parked: CollectedChanges,
    stopped: Map<string, Read>,
  ): readonly Fact[] =>
    reads
      .filter(({ event }) => isNewTo(member, event))
      .flatMap((read) => {
        const { fact, fault } = read
        const lane = laneName(member, fact)
        const first = stopped.get(lane)
        const standing = first ? standingAfter(first.fault) : aside.get(lane)
        if (standing) setAside(parked, member, fact, { standing, error: `behind a ${standing} fact` })
        if (standing) return []
        if (fault === undefined) return fact
        stopped.set(lane, read)
        setAside(parked, member, fact, { standing: standingAfter(fault), error: textOf(fault) })
        return []
      })

  /** The reason may quote a row, so it stands beside the fact and not in the log. */
  const noteStopped = (lane: string, { event: { type, position } }: Read, standing: Standing) => {
    aside.set(lane, standing)
    const about = { lane, eventType: type, position }
    if (standing === 'held') log.warn(about, 'a fact is held until a program that knows it runs')
    else log.error(about, 'a fact was parked; reads that need it answer 503 until it is repaired')
  }

  /** All rows, all checkpoints, or nothing. */
  const commit = async (
    members: readonly Member[],
    reads: readonly Read[],
    to: StoredEvent,
  ): Promise<void> => {
    const parked = collectParked()
    const stopped = new Map<string, Read>()
    const told = new Map<string, readonly string[]>()
    const projected = members.map(async (member) => {
      const changes = changesOf(member)
      const facts = sift(member, reads, parked, stopped)
      told.set(member.name, concernLines(facts))
      await project(fromOf(db, member), member.projection, facts, changes)
      return changes
    })
    await write(members, [...(await Promise.all(projected)), parked], to, told)
    for (const [lane, read] of stopped) noteStopped(lane, read, standingAfter(read.fault))
  }

  const parkPoison = async (member: Member, read: Read, to: StoredEvent, cause: unknown): Promise<void> => {
    const parked = collectParked()
    setAside(parked, member, read.fact, { standing: 'parked', error: String(cause) })
    await persist(() => write([member], [parked], to))
    noteStopped(laneName(member, read.fact), read, 'parked')
  }

  /** Finds the poison by halving, and goes on with the rest. */
  const applyAround = async (member: Member, reads: readonly Read[], to: StoredEvent): Promise<void> => {
    try {
      await persist(() => commit([member], reads, to))
    } catch (error) {
      const [read] = reads
      if (isOurs(error) || !read) throw error
      if (reads.length === 1) {
        if (!(await succeedsLater(() => commit([member], reads, to))))
          await parkPoison(member, read, to, error)
        return
      }
      const half = reads.length >> 1
      await applyAround(member, reads.slice(0, half), reads[half - 1]!.event)
      await applyAround(member, reads.slice(half), to)
    }
  }

  const applyBatch = async (members: readonly Member[], reads: readonly Read[], to: StoredEvent) => {
    try {
      await persist(() => commit(members, reads, to))
    } catch (error) {
      if (isOurs(error)) throw error
      for (const member of members) await applyAround(member, reads, to)
    }
  }

  const apply: Apply = async (members, events) => {
    const wanted = events.filter((event) => members.some(({ projection }) => concerns(projection, event)))
    const decode = decodingFor(members.map(({ projection }) => projection))
    const reads = await readFacts(wanted, (some) => persist(() => decode(some)), isOurs)
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
