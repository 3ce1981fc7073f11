import {
  EventIdConflict,
  WrongExpectedRevision,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type StoredEvent,
} from './event-store.ts'

type Conflict = {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  readonly events: readonly NewEvent[]
  /** The stream's events after `expected`: at least as many as `events`, if there are that many. */
  readonly stored: readonly StoredEvent[]
}

const isSameId = (a: NewEvent, b: NewEvent | undefined) => a.id.toLowerCase() === b?.id.toLowerCase()

const isSameEvent = (a: NewEvent, b: NewEvent | undefined) =>
  a.type === b?.type && a.metadata.fingerprint === b.metadata.fingerprint

/**
 * Resolves an append that did not find its expected revision. Returns the first write's result if the same events are already
 * stored there. Otherwise throws EventIdConflict (same ids, other content) or WrongExpectedRevision.
 */
export const resolveConflict = ({ stream, expected, actual, events, stored }: Conflict): AppendResult => {
  const other = events.find((event, i) => isSameId(event, stored[i]) && !isSameEvent(event, stored[i]))
  if (other) throw new EventIdConflict(`${stream}: another event is stored under the id ${other.id}`)
  const last = stored[events.length - 1]
  if (!last || !events.every((event, i) => isSameId(event, stored[i])))
    throw new WrongExpectedRevision(stream, expected, actual)
  return { position: last.position, revision: last.revision, deduplicated: true }
}
