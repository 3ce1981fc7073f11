import { InvalidAppend, type ExpectedRevision, type NewEvent } from './event-store.ts'

/** A checked event with its JSON texts, which every store keeps unchanged. */
export type CheckedEvent = {
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}
export type CheckedAppend = {
  readonly stream: string
  /** -1 if the stream must not exist. */
  readonly expected: number
  readonly events: readonly CheckedEvent[]
  readonly bytes: number
}

const maxEventBytes = 256 * 1024
const maxAppendBytes = 768 * 1024
const maxEvents = 500
const maxNameLength = 200
const maxDepth = 100

const streamName = /^[A-Za-z0-9_]+-[A-Za-z0-9_:-]+$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const refuse = (what: string): never => {
  throw new InvalidAppend(what)
}

const checkText = (text: string, where: string) => {
  if (text.includes('\0')) refuse(`${where} holds a NUL character`)
  if (!text.isWellFormed()) refuse(`${where} holds an unpaired surrogate`)
}

const checkNumber = (value: number, where: string) => {
  if (!Number.isFinite(value)) refuse(`${where} is no finite number`)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) refuse(`${where} is beyond 2^53`)
}

const checkObject = (value: object, where: string, depth: number) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) refuse(`${where} is no plain object`)
  for (const key of Object.keys(value)) {
    checkText(key, where)
    checkJson((value as Record<string, unknown>)[key], where, depth)
  }
}

/** Throws InvalidAppend for values that JSON or one of the stores would drop or change. */
export const checkJson = (value: unknown, where: string, depth = 0): void => {
  if (depth > maxDepth) refuse(`${where} is nested more than ${maxDepth} deep`)
  if (typeof value === 'string') return checkText(value, where)
  if (typeof value === 'number') return checkNumber(value, where)
  if (value === null || typeof value === 'boolean') return
  if (Array.isArray(value)) return value.forEach((item) => checkJson(item, where, depth + 1))
  if (typeof value === 'object') return checkObject(value, where, depth + 1)
  refuse(`${where} holds a ${typeof value}, which is no JSON`)
}

const checkName = (name: unknown, what: string): void => {
  if (typeof name !== 'string' || name.length === 0 || name.length > maxNameLength)
    return refuse(`${what} must be a text of 1 to ${maxNameLength} characters`)
  checkText(name, what)
}

const checkEvent = (event: NewEvent): CheckedEvent => {
  if (!uuid.test(event.id)) refuse('an event id is no uuid')
  checkName(event.type, 'an event type')
  const where = `event ${event.type}`
  checkObject(event.data, `${where}: data`, 0)
  checkObject(event.metadata, `${where}: metadata`, 0)
  checkName(event.metadata.fingerprint, `${where}: fingerprint`)
  const { id, type } = event
  return {
    id: id.toLowerCase(),
    type,
    data: JSON.stringify(event.data),
    metadata: JSON.stringify(event.metadata),
  }
}

const sizeOf = ({ type, data, metadata }: CheckedEvent): number => {
  const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata)
  if (bytes > maxEventBytes) refuse(`event ${type} has ${bytes} bytes; the limit is ${maxEventBytes}`)
  return bytes
}

/** Checks the rules that all stores share, before anything is sent. Throws InvalidAppend. */
export const checkAppend = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): CheckedAppend => {
  if (stream.length > maxNameLength || !streamName.test(stream)) refuse('a stream is named category-rest')
  if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0))
    refuse('the expected revision is no_stream, or an integer from 0')
  if (events.length === 0) refuse('an append holds at least one event')
  if (events.length > maxEvents) refuse(`an append holds at most ${maxEvents} events`)
  const checked = events.map(checkEvent)
  if (new Set(checked.map(({ id }) => id)).size < checked.length)
    refuse('two events of an append share an id')
  const bytes = checked.reduce((sum, event) => sum + sizeOf(event), 0)
  if (bytes > maxAppendBytes) refuse(`the append has ${bytes} bytes; the limit is ${maxAppendBytes}`)
  return { stream, expected: expected === 'no_stream' ? -1 : expected, events: checked, bytes }
}
