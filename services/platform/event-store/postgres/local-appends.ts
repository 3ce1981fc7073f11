import type { EventEmitter } from 'node:events'
import type { CheckedAppend } from '../check-append.ts'
import type { Page, Position } from '../event-store.ts'
import { withFallback } from '../../primitives/timeouts.ts'
import type { AppendConnection, Verdict } from './append-queue.ts'
import { eventOf, numberOf, positionIn, type EventRow } from './rows.ts'

/** Passes the events that this process appends on to its own subscriptions, which then need not read them. */
export type LocalAppends = {
  /** Returns the connection with every committed batch published. */
  publishing<C extends AppendConnection>(connection: C): C
  /** Calls `fn` with the newest position after each batch, until `close`. */
  subscribe(fn: (newest: Position) => void): LocalSubscription
}

export type LocalSubscription = {
  /** Returns the local events directly after `after`; undefined if others may stand there, so that they must be read. */
  take(after: Position | null, max: number): Omit<Page, 'atHead'> | undefined
  /**
   * Resolves when the batch in flight is published, or after 20 ms. PostgreSQL sends the notification of a batch before its
   * answer.
   */
  published(): Promise<void>
  close(): void
}

/** A subscription that is further behind reads. */
const MAX_EVENTS = 128
const MAX_WAIT_MS = 20

const rowsOf = (batch: readonly CheckedAppend[], verdicts: readonly Verdict[]): EventRow[] =>
  batch.flatMap(({ stream, expected, events }, i) => {
    const { position } = verdicts[i]!
    if (position === null) return []
    const before = Number(numberOf(position)) - events.length
    return events.map(({ id, type, data, metadata }, n): EventRow => {
      const [number, revision] = [String(before + 1 + n), String(expected + 1 + n)]
      return [number, stream, revision, id.toLowerCase(), type, data, metadata]
    })
  })

/** `emitter`: shared by all event stores of the process. */
export const createLocalAppends = (emitter: EventEmitter): LocalAppends => ({
  publishing: (connection) => ({
    ...connection,
    send(batch) {
      const sent = connection.send(batch).then((verdicts) => {
        const rows = rowsOf(batch, verdicts)
        if (rows.length > 0) emitter.emit('appended', rows)
        return verdicts
      })
      emitter.emit('appending', sent)
      return sent
    },
  }),
  subscribe(fn) {
    let kept: EventRow[] = []
    let inFlight = Promise.resolve()
    const keep = (rows: readonly EventRow[]) => {
      const follows = kept.length === 0 || Number(kept.at(-1)![0]) + 1 === Number(rows[0]![0])
      kept = follows && kept.length + rows.length <= MAX_EVENTS ? [...kept, ...rows] : [...rows]
      fn(positionIn(rows.at(-1)!))
    }
    const track = (sent: Promise<unknown>) => {
      const end = () => {}
      inFlight = sent.then(end, end)
    }
    emitter.on('appended', keep).on('appending', track)
    return {
      take(after, max) {
        const from = Number(numberOf(after))
        const found = kept.filter(([position]) => Number(position) > from)
        // Positions have no gaps, so consecutive numbers prove that nothing stands between.
        const rows = found[0] && Number(found[0][0]) === from + 1 ? found.slice(0, max) : []
        kept = rows.length > 0 ? found.slice(rows.length) : []
        const last = rows.at(-1)
        return last && { events: rows.map(eventOf), next: positionIn(last) }
      },
      published: () => withFallback(inFlight, undefined, MAX_WAIT_MS),
      close: () => void emitter.off('appended', keep).off('appending', track),
    }
  },
})
