import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedAppend } from '../check-append.ts'
import { Ambiguous, Unavailable } from '../event-store.ts'

export type Verdict = {
  /** The stream's last revision before this append; -1 for none. */
  readonly actual: number
  /** The position of the last event; null if the stream was not at the expected revision. */
  readonly position: string | null
}

/** A batch without verdicts. */
export class BatchFailed extends Error {
  /** 'lost': may have been written; 'later': not written, try again; 'never': not written, do not try again. */
  readonly outcome: 'lost' | 'later' | 'never'
  constructor(outcome: BatchFailed['outcome'], cause: unknown) {
    super('no verdict on a batch of appends', { cause })
    this.outcome = outcome
  }
}

export type AppendConnection = {
  /** Whether `send` can be called without `open`. */
  isOpen(): boolean
  /** Throws if the store cannot be reached. */
  open(): Promise<void>
  /** Sends one transaction with at most one append per stream. Returns a verdict per append, in order. Throws BatchFailed. */
  send(batch: readonly CheckedAppend[]): Promise<readonly Verdict[]>
}

type Entry = {
  readonly append: CheckedAppend
  settled: boolean
  /** A batch with it is in flight or was lost. */
  mayBeWritten: boolean
  /** It was in a batch that failed for good, so it is now sent alone. */
  alone: boolean
  settle(outcome: Verdict | Error): void
}

const mostAppends = 256
const mostBytes = 4 * 1024 * 1024
const retryAfterMs = { first: 20, longest: 500 }

/** Resolves after the reactions of all promises that are settled now. */
const afterReactions = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Splits off the next batch, in order and with one append per stream. */
const takeBatch = (waiting: Entry[]): { batch: Entry[]; rest: Entry[] } => {
  const batch: Entry[] = []
  const rest: Entry[] = []
  const streams = new Set<string>()
  let bytes = 0
  for (const entry of waiting) {
    const { append } = entry
    const isFull = batch.length >= mostAppends || bytes + append.bytes > mostBytes || batch[0]?.alone
    const fits = batch.length === 0 || (!isFull && !entry.alone && !streams.has(append.stream))
    streams.add(append.stream)
    if (fits) bytes += append.bytes
    ;(fits ? batch : rest).push(entry)
  }
  return { batch, rest }
}

/**
 * Group commit: one batch is in flight, and the appends that arrive in the meantime form the next one. A lost batch is sent again
 * until each append has its verdict or its time is over.
 */
export const createAppendQueue = (connection: AppendConnection) => {
  let waiting: Entry[] = []
  let running: Promise<void> | undefined
  let retryMs = retryAfterMs.first
  let lastFailure: unknown
  let closed = false

  const isWaiting = () => {
    waiting = waiting.filter(({ settled }) => !settled)
    return waiting.length > 0
  }

  const backOff = async (failure: unknown) => {
    lastFailure = failure
    await pause(retryMs)
    retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
  }

  const giveUp = (entry: Entry, why: string, cause: unknown) =>
    entry.settle(
      entry.mayBeWritten
        ? new Ambiguous('the event store did not say whether it took the append', { cause })
        : new Unavailable(why, { cause }),
    )

  const handleFailure = async (batch: readonly Entry[], before: readonly boolean[], failure: unknown) => {
    const outcome = failure instanceof BatchFailed ? failure.outcome : 'never'
    if (outcome !== 'lost') batch.forEach((entry, i) => (entry.mayBeWritten = before[i] as boolean))
    if (outcome === 'never' && batch.length === 1)
      return giveUp(batch[0] as Entry, 'the event store refused the append', failure)
    if (outcome === 'never') for (const entry of batch) entry.alone = true
    waiting = [...batch, ...waiting]
    if (outcome === 'later') await backOff(failure)
  }

  const sendBatch = async () => {
    const { batch, rest } = takeBatch(waiting)
    waiting = rest
    const before = batch.map(({ mayBeWritten }) => mayBeWritten)
    for (const entry of batch) entry.mayBeWritten = true
    try {
      const verdicts = await connection.send(batch.map(({ append }) => append))
      batch.forEach((entry, i) => entry.settle(verdicts[i] as Verdict))
      retryMs = retryAfterMs.first
    } catch (failure) {
      await handleFailure(batch, before, failure)
    }
  }

  const run = async () => {
    while (isWaiting()) {
      try {
        if (!connection.isOpen()) await connection.open()
      } catch (failure) {
        await backOff(failure)
        continue
      }
      if (isWaiting()) await sendBatch()
      // Callers that were just answered append again now. Without this pause the first of them would be sent alone.
      await afterReactions()
    }
    running = undefined
  }

  return {
    /** Throws Unavailable (nothing was written) or Ambiguous if there is no verdict within `timeoutMs`. */
    add: (append: CheckedAppend, timeoutMs: number): Promise<Verdict> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Unavailable('the event store is closed'))
        const timer = setTimeout(
          () => giveUp(entry, 'the event store cannot be reached', lastFailure),
          timeoutMs,
        )
        const entry: Entry = {
          append,
          settled: false,
          mayBeWritten: false,
          alone: false,
          settle(outcome) {
            if (entry.settled) return
            entry.settled = true
            clearTimeout(timer)
            if (outcome instanceof Error) reject(outcome)
            else resolve(outcome)
          },
        }
        waiting.push(entry)
        running ??= run()
      }),
    /** Rejects new appends and waits until each pending one has its verdict or its time is over. */
    async close() {
      closed = true
      await running
    },
  }
}
