import {
  OtherFacts,
  WrongExpectedRevision,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type StoredEvent,
} from './event-store.ts'

type Refused = {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  readonly events: readonly NewEvent[]
  /** what stands in the stream from the revision after `expected` on, at least as many as `events` if there are */
  readonly standing: readonly StoredEvent[]
}

const isSameId = (a: NewEvent, b: NewEvent | undefined) => a.id.toLowerCase() === b?.id.toLowerCase()

const isSameFact = (a: NewEvent, b: NewEvent | undefined) =>
  a.type === b?.type && a.metadata.fingerprint === b.metadata.fingerprint

/**
 * An append that did not find its expected revision: success when these very facts stand at their place,
 * otherwise throws OtherFacts (same ids, other content) or WrongExpectedRevision.
 */
export const judgeRetry = ({ stream, expected, actual, events, standing }: Refused): AppendResult => {
  const other = events.find((event, i) => isSameId(event, standing[i]) && !isSameFact(event, standing[i]))
  if (other) throw new OtherFacts(`${stream}: other facts stand under the id ${other.id}`)
  const last = standing[events.length - 1]
  if (!last || !events.every((event, i) => isSameId(event, standing[i])))
    throw new WrongExpectedRevision(stream, expected, actual)
  return { position: last.position, revision: last.revision, deduplicated: true }
}
