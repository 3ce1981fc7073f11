import type { TypeFilter } from './type-filter.ts'

/**
 * The event store port: the smallest set of operations that a Postgres table and EventStoreDB can both
 * honour. It knows streams of JSON facts and nothing of what they mean. Every adapter passes the suite in
 * tests/integration/event-store/event-store.contract.ts.
 */

/** Place of a fact in the order of all facts: opaque, sorts as text, comparable only under one store id. */
export type Position = string

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** `request` of `request-4711`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

export type NewEvent = {
  /** uuid, derived from the command: the same command writes the same ids, which makes a retry harmless */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  /** Carries `fingerprint`: with id and type it says whether two facts are the same. */
  readonly metadata: JsonObject & { readonly fingerprint: string }
}

export type StoredEvent = NewEvent & {
  readonly stream: string
  /** 0, 1, 2 … in the stream, without holes */
  readonly revision: number
  readonly position: Position
}

/** The revision that the stream's last fact must have; there is no "any" (it cannot be retried safely). */
export type ExpectedRevision = 'no_stream' | number

export type AppendResult = {
  /** of the last fact of this append */
  readonly position: Position
  readonly revision: number
  /** true when these very facts already stood there */
  readonly deduplicated: boolean
}

export type Page = {
  readonly events: readonly StoredEvent[]
  /** Where to go on, an event's position; equals the question's when there was nothing. */
  readonly next: Position | null
  readonly atHead: boolean
}

export type EventStore = {
  /**
   * Writes all events or none. Idempotent by event ids under the same expected revision: the identical
   * batch, or a part of it, answers the first write's position; other facts under those ids are `EventIdConflict`.
   * An unknown outcome is resolved inside by sending the identical batch again until `timeoutMs` (5,000).
   * Throws WrongExpectedRevision, EventIdConflict, InvalidAppend, Ambiguous, Unavailable.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: { readonly timeoutMs?: number },
  ): Promise<AppendResult>
  /** At most `max` (1,000) events with revision >= `from` (0), ascending. A missing stream is empty. Throws Unavailable. */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly max?: number },
  ): Promise<readonly StoredEvent[]>
  /**
   * At most `max` (1,000) events after `after` (null: from the first). What `types` leaves out is not sent where the
   * store can tell, `next` moves over it all the same, and a page may be empty before the head. Throws Unavailable;
   * RangeError for a malformed position.
   */
  readAll(options: {
    readonly after: Position | null
    readonly max?: number
    readonly types?: TypeFilter
  }): Promise<Page>
  /**
   * Every event after `after` in order, for ever: pages of history, then what comes live, without gap or double.
   * No page is empty. Reconnects inside; ends only when `signal` aborts.
   */
  subscribeAll(options: {
    readonly after: Position | null
    readonly max?: number
    readonly signal: AbortSignal
    /** For whoever is in no hurry: what comes within a moment may come together. */
    readonly isPatient?: boolean
  }): AsyncIterable<Page>
  /** The event at exactly this position; null when none begins there. Throws Unavailable; RangeError likewise. */
  factAt(position: Position): Promise<StoredEvent | null>
  /** Position of the last event, null in an empty store. Throws Unavailable. */
  head(): Promise<Position | null>
  /** Identity of this store: a restored or exchanged one has another. Throws Unavailable. */
  identity(): Promise<string>
  /** Grows whenever a connection was lost or made: what stands behind it may be another store, or an older one. */
  connections(): number
  close(): Promise<void>
}

/** Another fact came first: `actual` is the stream's last revision, or 'no_stream'. */
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

/** The ids already stand there, with another type or fingerprint: a bug or a forged retry, never a success. */
export class EventIdConflict extends Error {}

/** Refused before anything is sent: size, NUL, unpaired surrogates, malformed names. Every store refuses alike. */
export class InvalidAppend extends Error {}

/** The store may or may not have taken it, and did not say so in time. The same append may be sent again. */
export class Ambiguous extends Error {}

/** The store is not there, or refuses to write. Nothing was written. */
export class Unavailable extends Error {}

/** The store is there and does not accept our credentials: waiting does not help. */
export class AccessRefused extends Unavailable {}
