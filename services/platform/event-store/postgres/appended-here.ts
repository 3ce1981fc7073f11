import type { EventEmitter } from 'node:events'
import type { CheckedAppend } from '../check-append.ts'
import type { Page, Position } from '../event-store.ts'
import { within } from '../../primitives/within.ts'
import type { AppendConnection, Verdict } from './append-queue.ts'
import { numberOf } from './position.ts'
import { eventOf, positionIn, type EventRow } from './rows.ts'

/** What a process has appended, told to those of its parts that follow all facts: they need not read it. */
export type AppendedHere = {
  /** The connection, each of whose batches is told of once it is committed. */
  of<C extends AppendConnection>(connection: C): C
  /** Calls `fn` with the newest position after each batch, until it is left. */
  follow(fn: (newest: Position) => void): Following
}

export type Following = {
  /** What was appended here right behind `after`; undefined where something else may stand, and has to be read. */
  take(after: Position | null, max: number): Omit<Page, 'atHead'> | undefined
  /**
   * Resolves when the batch that is under way has been told of, or takes long: PostgreSQL notifies of it before it answers
   * whoever sent it.
   */
  told(): Promise<void>
  leave(): void
}

/** Whoever is so far behind reads. */
const MOST = 128
const LONG_MS = 20

const rowsOf = (batch: readonly CheckedAppend[], verdicts: readonly Verdict[]): EventRow[] =>
  batch.flatMap(({ stream, expected, events }, i) => {
    const { position } = verdicts[i]!
    if (position === null) return []
    const before = Number(numberOf(position)) - events.length
    return events.map(({ id, type, data, metadata }, n): EventRow => {
      const [place, revision] = [String(before + 1 + n), String(expected + 1 + n)]
      return [place, stream, revision, id.toLowerCase(), type, data, metadata]
    })
  })

/** `parts`: shared by all parts of the process. */
export const createAppendedHere = (parts: EventEmitter): AppendedHere => ({
  of: (connection) => ({
    ...connection,
    send(batch) {
      const sent = connection.send(batch).then((verdicts) => {
        const rows = rowsOf(batch, verdicts)
        if (rows.length > 0) parts.emit('appended', rows)
        return verdicts
      })
      parts.emit('appending', sent)
      return sent
    },
  }),
  follow(fn) {
    let kept: EventRow[] = []
    let underWay: Promise<unknown> | undefined
    const keep = (rows: readonly EventRow[]) => {
      const follows = kept.length === 0 || Number(kept.at(-1)![0]) + 1 === Number(rows[0]![0])
      kept = follows && kept.length + rows.length <= MOST ? [...kept, ...rows] : [...rows]
      fn(positionIn(rows.at(-1)!))
    }
    const expect = (sent: Promise<unknown>) => {
      const ended = () => {
        if (underWay === answered) underWay = undefined
      }
      const answered = sent.then(ended, ended)
      underWay = answered
    }
    parts.on('appended', keep).on('appending', expect)
    return {
      take(after, max) {
        const from = Number(numberOf(after))
        const found = kept.filter(([position]) => Number(position) > from)
        // Without gaps positions say that nothing stands between.
        const rows = found[0] && Number(found[0][0]) === from + 1 ? found.slice(0, max) : []
        kept = rows.length > 0 ? found.slice(rows.length) : []
        const last = rows.at(-1)
        return last && { events: rows.map(eventOf), next: positionIn(last) }
      },
      async told() {
        if (underWay) await within(underWay, undefined, LONG_MS)
      },
      leave: () => void parts.off('appended', keep).off('appending', expect),
    }
  },
})
