import type { Knex } from 'knex'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { EventStore, Position, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { activeBuild } from '../builds/builds.ts'
import { fromOf } from '../runner/apply.ts'
import { ifAvailable } from '../runner/dead-letters.ts'
import { previewRows } from './preview.ts'
import type { Row } from '../definition/changes.ts'
import type { From, Projection } from '../definition/projection.ts'

/** The outcome of a command on a stream. */
export type Done = {
  readonly stream: string
  readonly position: Position | null
  /** The command is a repetition and gets the original reply. */
  readonly repeated: boolean
  readonly now: Date
  /** The stream's last revision; lets a reply continue from the rows that there are. */
  readonly revision?: number
}

type Stores = { readonly codec: Codec; readonly eventStore: EventStore; readonly db: Knex }
type Rows = Readonly<Record<string, readonly Row[]>>

type AskedOf<Made, T> = {
  readonly behind: boolean
  /** Reads the reply from the read model. Throws when its rows are blocked. */
  readonly read: () => Promise<T | undefined>
  readonly projection: Projection
  readonly table: string
  /**
   * Reads the rows of the stream, by table. While the read model is behind, the reply continues from them with the newer
   * facts only, instead of with the whole stream.
   */
  readonly rowsSoFar?: (from: From) => Promise<Rows>
  /** Builds the reply from previewed rows as of `at`. `rowsOf` returns the rows of another table. */
  readonly shape: (made: Made, at: Date, rowsOf: (table: string) => readonly unknown[]) => T | Promise<T>
}
type Asked<Made, T> = AskedOf<Made, T> & { readonly isIt: (row: Made) => boolean }

const PAGE = 1_000
/** The first read from the end of a stream; each further one is twice as long. */
const TAIL = 16

/** Returns the stream's facts up to `position`, only of `types` if given. */
export const factsUntil = async (
  { codec, eventStore }: Stores,
  stream: string,
  position: Position,
  types?: readonly string[],
): Promise<readonly Fact[]> => {
  const facts: Fact[] = []
  for (let from = 0; ; from += PAGE) {
    const events = await eventStore.readStream(stream, { from, max: PAGE })
    const wanted = events.filter(
      (event) => event.position <= position && (types === undefined || types.includes(event.type)),
    )
    facts.push(...(await codec.decode(wanted)))
    if (events.length < PAGE || events.at(-1)!.position >= position) return facts
  }
}

/** Returns the stream's facts up to revision `last` that are newer than `after`. Reads from the end. */
const factsAfter = async (
  { codec, eventStore }: Stores,
  stream: string,
  { after, last }: { readonly after: Position; readonly last: number },
): Promise<readonly Fact[]> => {
  const newer: StoredEvent[] = []
  for (let end = last + 1, size = TAIL; end > 0; size = Math.min(2 * size, PAGE)) {
    const from = Math.max(0, end - size)
    const events = await eventStore.readStream(stream, { from, max: end - from })
    newer.unshift(...events.filter(({ position }) => position > after))
    if (events.length === 0 || events[0]!.position <= after) break
    end = from
  }
  return codec.decode(newer)
}

/**
 * Returns the rows of the active build with its position, as of one moment. Undefined when it has another version, or
 * facts of the stream are blocked: the newer facts would not continue these rows.
 */
const rowsOfBuild = (
  { db }: Stores,
  { projection, stream }: { readonly projection: Projection; readonly stream: string },
  rowsSoFar: (from: From) => Promise<Rows>,
): Promise<{ readonly rows: Rows; readonly position: Position } | undefined> =>
  db.transaction(
    async (trx) => {
      const build = await activeBuild(trx, projection.name)
      if (!build || build.position === null || build.version !== projection.version) return undefined
      const blocked = await trx('parked_facts').where({ build: build.name, lane: stream }).first('position')
      return blocked ? undefined : { rows: await rowsSoFar(fromOf(trx, build)), position: build.position }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )

/** Returns the facts of a reply, and the rows that they continue. */
const basisOf = async <Made, T>(
  stores: Stores,
  { stream, position, repeated, revision }: Done,
  { projection, rowsSoFar }: AskedOf<Made, T>,
): Promise<{ readonly facts: readonly Fact[]; readonly rows: Rows }> => {
  if (position === null) return { facts: [], rows: {} }
  const known =
    rowsSoFar && !repeated && revision !== undefined
      ? await ifAvailable(rowsOfBuild(stores, { projection, stream }, rowsSoFar))
      : undefined
  // A build that is past the command may have lost the row again: to a command that came right after.
  if (!known || known.position >= position)
    return { facts: await factsUntil(stores, stream, position), rows: {} }
  return {
    facts: await factsAfter(stores, stream, { after: known.position, last: revision! }),
    rows: known.rows,
  }
}

/**
 * Replies to a command from the read model; from the stream's facts while the read model is behind or blocked; and
 * to a repeated command from the facts up to the original position.
 */
export const afterCommand = <Made, T>(
  stores: Stores,
  done: Done,
  { isIt, shape, ...asked }: Asked<Made, T>,
): Promise<T> =>
  rowsAfterCommand<Made, T>(stores, done, {
    ...asked,
    shape(rows, ...at) {
      const row = rows.find(isIt)
      if (row) return shape(row, ...at)
      throw new Error(`the facts of a command make no row of ${asked.table} to reply with`)
    },
  })

/** `afterCommand` for a reply that is made of several rows. */
export const rowsAfterCommand = async <Made, T>(
  stores: Stores,
  done: Done,
  asked: AskedOf<readonly Made[], T>,
): Promise<T> => {
  const { repeated, now } = done
  const { behind, read, projection, table, shape } = asked
  const known = behind || repeated ? undefined : await ifAvailable(read())
  if (known) return known
  const { facts, rows } = await basisOf(stores, done, asked)
  const rowsOf = (of: string): readonly unknown[] => previewRows(projection, facts, of, rows[of])
  const at = repeated ? new Date(facts.at(-1)!.metadata.at) : now
  return shape(rowsOf(table) as readonly Made[], at, rowsOf)
}
