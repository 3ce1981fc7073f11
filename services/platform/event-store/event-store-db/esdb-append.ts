import { setTimeout as pause } from 'node:timers/promises'
import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import type { Logger } from '../../watch/logger.ts'
import type { CheckedAppend } from '../check-append.ts'
import type { Clients } from './esdb-client.ts'
import { Behind, outcomeOf, reasonOf, Silent } from './esdb-errors.ts'
import { isSameAttempt, positionOf, toRecord } from './esdb-events.ts'
import { createStreamMutex } from '../stream-mutex.ts'
import { withTimeout } from '../../primitives/timeouts.ts'
import type { Reader } from './esdb-read.ts'
import { Ambiguous, Unavailable, type AppendResult, type NewEvent, type Position } from '../event-store.ts'
import { resolveConflict } from '../resolve-conflict.ts'

/** The server gives up a write after 2 s, so no answer comes later. */
const answerWithinMs = 2_500
/** A write whose answer was lost may be in flight for this time, and the server ignores a repetition. */
const inFlightMs = 2_000
const retryAfterMs = { first: 20, longest: 500 }
const checkAfterMs = { first: 20, longest: 500 }

type Append = {
  readonly checked: CheckedAppend
  readonly events: readonly NewEvent[]
  /** On the monotonic clock. */
  readonly deadline: number
  /** Events up to this position were stored before the append was sent. */
  readonly floor: Position
}
/** The position of the write, or the revision that the server found instead of the expected one. */
type ServerAnswer = { readonly position: Position } | { readonly actual: number }
type Options = { readonly clients: Clients; readonly reader: Reader; readonly log: Logger }

const answered = <T>(call: Promise<T>, ms: number): Promise<T> =>
  withTimeout(call, ms, () => new Silent(`the event store was silent for ${ms} ms`))

/** The client requires whole milliseconds. */
const remaining = ({ deadline }: { readonly deadline: number }) =>
  Math.max(Math.floor(deadline - performance.now()), 0)

const expectedOf = ({ expected }: CheckedAppend) => (expected < 0 ? 'no_stream' : expected)

/** Every append has an expected revision, so it can be sent again until there is a verdict. */
export const createAppender = ({ clients, reader, log }: Options) => {
  const mutex = createStreamMutex()
  const listeners = new Set<(position: Position) => void>()
  let newest: Position | undefined

  const note = (position: Position | null | undefined) => {
    if (position && (newest === undefined || position > newest)) newest = position
    return newest ?? null
  }

  const send = async (client: ReturnType<Clients['current']>, append: Append): Promise<ServerAnswer> => {
    const { stream, expected, events } = append.checked
    const records = events.map((event, i) => toRecord(event, append.events[i]!.data))
    const deadline = Math.min(remaining(append), answerWithinMs)
    const call = client.appendToStream(stream, records, {
      expectedRevision: expected < 0 ? NO_STREAM : BigInt(expected),
      credentials: clients.credentials,
      requiresLeader: true,
      deadline,
    })
    try {
      const { position } = await answered(call, deadline + 100)
      clients.noteAnswer(client)
      return position ? { position: positionOf(position) } : { actual: expected + events.length }
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error
      return { actual: typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1 }
    }
  }

  const accepted = (append: Append, position: Position): AppendResult => {
    note(position)
    for (const listener of listeners) listener(position)
    const revision = append.checked.expected + append.events.length
    return { position, revision, deduplicated: position <= append.floor }
  }

  /** Retries until the deadline, because without an answer the append would have no verdict. */
  const readStored = async (append: Append) => {
    const { stream, expected, events } = append.checked
    for (;;) {
      try {
        return await answered(reader.readStream(stream, expected + 1, events.length), remaining(append))
      } catch (cause) {
        if (remaining(append) === 0)
          throw new Ambiguous('refused, and it cannot be read whether these events are already stored', {
            cause,
          })
        await pause(Math.min(retryAfterMs.first, remaining(append)))
      }
    }
  }

  /**
   * Resolves a conflict with the stored events. Returns undefined if there are fewer than the server reported: then the report or
   * the read came from a node that is behind.
   */
  const resolve = async (append: Append, actual: number): Promise<AppendResult | undefined> => {
    const { checked, events } = append
    const stored = await readStored(append)
    if (stored.length < Math.min(actual - checked.expected, events.length)) return undefined
    const { position } = resolveConflict({
      stream: checked.stream,
      expected: expectedOf(checked),
      actual: actual < 0 ? 'no_stream' : actual,
      events,
      stored,
    })
    const result = accepted(append, position)
    return isSameAttempt(checked.events, stored) ? result : { ...result, deduplicated: true }
  }

  /** Searches for the events of a lost append while it may still be in flight. */
  const findLost = async (append: Append): Promise<AppendResult | undefined> => {
    const until = Math.min(performance.now() + inFlightMs, append.deadline)
    for (
      let waitMs = checkAfterMs.first;
      performance.now() < until;
      waitMs = Math.min(waitMs * 2, checkAfterMs.longest)
    ) {
      const last = reader.lastRevision(append.checked.stream)
      const actual = await answered(last, remaining(append)).catch(() => undefined)
      if (actual !== undefined && actual > append.checked.expected) return resolve(append, actual)
      await pause(Math.min(waitMs, Math.max(until - performance.now(), 0)))
    }
    return undefined
  }

  /** Returns the verdict, or the cause if there is none. */
  const sendOnce = async (
    client: ReturnType<Clients['current']>,
    append: Append,
    mayBeWritten: boolean,
  ): Promise<AppendResult | { readonly cause: unknown }> => {
    const answer = await send(client, append).catch((error: unknown) => ({ cause: error }))
    if ('cause' in answer) return answer
    if ('position' in answer) return accepted(append, answer.position)
    // A node that lacks the events that the caller has read knows nothing about an earlier attempt either.
    const isStale = mayBeWritten && answer.actual < append.checked.expected
    const verdict = isStale ? undefined : await resolve(append, answer.actual)
    return verdict ?? { cause: new Behind('the conflicting events cannot be read yet') }
  }

  const sendUntilVerdict = async (append: Append): Promise<AppendResult> => {
    let mayBeWritten = false
    let retryMs = retryAfterMs.first
    for (let cause: unknown; ;) {
      if (remaining(append) === 0) {
        if (mayBeWritten || cause instanceof Behind)
          throw new Ambiguous('the event store did not say whether it took the append', { cause })
        throw new Unavailable(`the event store cannot be reached: ${reasonOf(cause)}`, { cause })
      }
      const client = clients.current()
      const result = await sendOnce(client, append, mayBeWritten)
      if (!('cause' in result)) return result
      cause = result.cause
      const outcome = outcomeOf(cause)
      log[cause instanceof Behind ? 'debug' : 'warn']({ err: cause, outcome }, 'no verdict on an append')
      if (outcome === 'never' && !mayBeWritten)
        throw new Unavailable(`the event store refused the append: ${reasonOf(cause)}`, { cause })
      if (!(cause instanceof Behind)) clients.giveUp(client, cause)
      if (outcome === 'lost') {
        mayBeWritten = true
        const found = await findLost(append)
        if (found) return found
      } else {
        await pause(Math.min(retryMs, remaining(append)))
        retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
      }
    }
  }

  /** Returns the newest known position. Asks the server only once. */
  const floorOf = async (deadline: number): Promise<Position> => {
    if (newest === undefined) note(await answered(reader.head(), remaining({ deadline })).catch(() => null))
    return newest ?? ''
  }

  return {
    /** Records a position that was read. A later acknowledgement at or before it is a repetition. Returns the newest position. */
    note,
    /** Calls `listener` with the newest known position now, and with each accepted one. */
    onAccepted(listener: (position: Position) => void) {
      listeners.add(listener)
      if (newest !== undefined) listener(newest)
      return () => listeners.delete(listener)
    },
    /** Throws WrongExpectedRevision, EventIdConflict, Ambiguous, Unavailable. */
    append: (
      checked: CheckedAppend,
      events: readonly NewEvent[],
      timeoutMs: number,
    ): Promise<AppendResult> => {
      const deadline = performance.now() + timeoutMs
      return mutex.run(checked.stream, timeoutMs, async () =>
        sendUntilVerdict({ checked, events, deadline, floor: await floorOf(deadline) }),
      )
    },
    /** Resolves when no append is in flight. */
    idle: () => mutex.idle(),
  }
}
