import type { Codec } from '#platform/facts/event-codec.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { ifAvailable } from '../runner/dead-letters.ts'
import { previewRows } from './preview.ts'
import type { Projection } from '../definition/projection.ts'

/** The outcome of a command on a stream. */
export type Done = {
  readonly stream: string
  readonly position: Position | null
  /** The command is a repetition and gets the original reply. */
  readonly repeated: boolean
  readonly now: Date
}

type Stores = { readonly codec: Codec; readonly eventStore: EventStore }

type AskedOf<Made, T> = {
  readonly behind: boolean
  /** Reads the reply from the read model. Throws when its rows are blocked. */
  readonly read: () => Promise<T | undefined>
  readonly projection: Projection
  readonly table: string
  /** Builds the reply from previewed rows as of `at`. `rowsOf` returns the rows of another table. */
  readonly shape: (made: Made, at: Date, rowsOf: (table: string) => readonly unknown[]) => T | Promise<T>
}
type Asked<Row, T> = AskedOf<Row, T> & { readonly isIt: (row: Row) => boolean }

const PAGE = 1_000

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

/**
 * Replies to a command from the read model; from the stream's facts while the read model is behind or blocked; and
 * to a repeated command from the facts up to the original position.
 */
export const afterCommand = <Row, T>(
  stores: Stores,
  done: Done,
  { isIt, shape, ...asked }: Asked<Row, T>,
): Promise<T> =>
  rowsAfterCommand<Row, T>(stores, done, {
    ...asked,
    shape(rows, ...at) {
      const row = rows.find(isIt)
      if (row) return shape(row, ...at)
      throw new Error(`the facts of a command make no row of ${asked.table} to reply with`)
    },
  })

/** `afterCommand` for a reply that is made of several rows. */
export const rowsAfterCommand = async <Row, T>(
  stores: Stores,
  { stream, position, repeated, now }: Done,
  { behind, read, projection, table, shape }: AskedOf<readonly Row[], T>,
): Promise<T> => {
  const known = behind || repeated ? undefined : await ifAvailable(read())
  if (known) return known
  const facts = position === null ? [] : await factsUntil(stores, stream, position)
  const rowsOf = (of: string): readonly unknown[] => previewRows(projection, facts, of)
  const at = repeated ? new Date(facts.at(-1)!.metadata.at) : now
  return shape(rowsOf(table) as readonly Row[], at, rowsOf)
}
