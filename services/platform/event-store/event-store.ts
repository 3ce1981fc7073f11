/**
 * The event store port: the operations that both a PostgreSQL table and EventStoreDB can guarantee. It stores streams of JSON
 * events. Every adapter passes tests/integration/event-store/event-store.contract.ts.
 */

/** The place of an event in the order of all events: opaque, sorts as text, comparable only within one store. */
export type Position = string

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** `request` of `request-4711`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

export type NewEvent = {
  /** A uuid, derived from the command. A retry writes the same ids, which makes it idempotent. */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  /** Two events are the same if id, type and `fingerprint` are equal. */
  readonly metadata: JsonObject & { readonly fingerprint: string }
}

export type StoredEvent = NewEvent & {
  readonly stream: string
  /** 0, 1, 2 … in the stream, without gaps. */
  readonly revision: number
  readonly position: Position
}

/** The revision that the stream's last event must have. There is no "any", because it cannot be retried safely. */
export type ExpectedRevision = 'no_stream' | number

export type AppendResult = {
  /** Of the last event of this append. */
  readonly position: Position
  readonly revision: number
  /** Whether the events were already stored. */
  readonly deduplicated: boolean
}

export type Page = {
  readonly events: readonly StoredEvent[]
  /** The `after` of the next page. Equals the given one if there are no more events. */
  readonly next: Position | null
  readonly atHead: boolean
}

/** Selects only these event types, or all others. */
export type TypeFilter = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** How long a patient subscriber may wait for the events that come after the first. */
export const PATIENT_MS = 100

export type EventStore = {
  /**
   * Writes all events or none. It is idempotent by event ids under the same expected revision: an identical batch, or a part of it,
   * returns the position of the first write. If the outcome is unknown, it sends the batch again until `timeoutMs` (5,000). Throws
   * WrongExpectedRevision, EventIdConflict, InvalidAppend, Ambiguous or Unavailable.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: { readonly timeoutMs?: number },
  ): Promise<AppendResult>
  /** Returns at most `max` (1,000) events from revision `from` (0) on, ascending. A missing stream is empty. Throws Unavailable. */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly max?: number },
  ): Promise<readonly StoredEvent[]>
  /**
   * Returns at most `max` (1,000) events after `after` (null: from the first on). `next` also moves over events that `types`
   * excludes, so a page may be empty before the head. Throws Unavailable, or RangeError for a malformed position.
   */
  readAll(options: {
    readonly after: Position | null
    readonly max?: number
    readonly types?: TypeFilter
  }): Promise<Page>
  /**
   * Yields every event after `after` in order, for ever and exactly once: pages of history, then live events. No page is empty. It
   * reconnects on its own and ends only when `signal` aborts.
   */
  subscribeAll(options: {
    readonly after: Position | null
    readonly max?: number
    readonly signal: AbortSignal
    /** Allows the store to collect events for `PATIENT_MS` and deliver them together. */
    readonly isPatient?: boolean
  }): AsyncIterable<Page>
  /** Returns the event at exactly this position; null if there is none. Throws Unavailable, or RangeError for a malformed position. */
  factAt(position: Position): Promise<StoredEvent | null>
  /** Returns the position of the last event; null in an empty store. Throws Unavailable. */
  head(): Promise<Position | null>
  /** Returns the id of this store. An exchanged store has another one. Throws Unavailable. */
  identity(): Promise<string>
  /** Grows whenever a connection was lost or made, because the new one may lead to another store or an older one. */
  connections(): number
  close(): Promise<void>
}

/** Another event came first. `actual` is the stream's last revision. */
export class WrongExpectedRevision extends Error {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`${stream} is at revision ${actual}, not ${expected}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** Events with these ids are already stored with another type or fingerprint: a bug or a forged retry. */
export class EventIdConflict extends Error {}

/** Rejected by every store before anything is sent: size, NUL, unpaired surrogates, malformed names. */
export class InvalidAppend extends Error {}

/** The store may have written the events, but did not say so in time. The same append may be sent again. */
export class Ambiguous extends Error {}

/** The store cannot be reached or refuses to write. Nothing was written. */
export class Unavailable extends Error {}

/** The store rejects our credentials. Waiting does not help. */
export class AccessRefused extends Unavailable {}
