import { Compile, type Validator } from 'typebox/compile'
import type { Json, StoredEvent } from '../event-store/event-store.ts'
import { describeFaults, personalFields, without } from './fact-schema.ts'
import type { Catalogue, Client, Fact, FactDefinition, FactMetadata, Unsealed } from './facts.ts'
import type { FactMacs } from './fact-macs.ts'
import type { Keys } from '../secrets/keys.ts'
import { isKnownSeal, isSealed, unseal, type Sealed } from './sealing.ts'

export type Decode = (events: readonly StoredEvent[]) => Promise<readonly Fact[]>

/** This program cannot read a stored event: unknown type, version or format, or not valid under its schema. */
export class UnreadableFact extends Error {
  override readonly name = 'UnreadableFact'
}

type Data = Record<string, unknown>

/** How one decoder reads the events of one type. */
type Reading = FactDefinition & {
  /** Accepts fields that a newer program has added. */
  readonly check: Validator
  /** Personal fields that stay sealed. */
  readonly closed: ReadonlySet<string>
  /** Whether a sealed field is opened. */
  opens(field: string): boolean
  readonly opensClient: boolean
  /** Returns an empty object that throws on access to a closed field. */
  blank(): Data
}

type Open = (place: string, sealed: Sealed) => Json

/** Returns a factory of empty objects that throw on access to one of the fields. */
const guarded = (type: string, fields: Iterable<string>): (() => Data) => {
  const guard = {}
  for (const field of fields)
    Object.defineProperty(guard, field, {
      get() {
        throw new TypeError(`${type}: ${field} stays sealed, because this decoder does not declare it`)
      },
    })
  return () => Object.create(guard) as Data
}

/** The client of the command, in the metadata, is sealed like a field. */
const CLIENT = 'client'
const withoutClient = guarded('metadata', [CLIENT])

/** Opens all sealed fields. */
const fullReading = (definition: FactDefinition): Reading => ({
  ...definition,
  check: Compile(definition.schema),
  closed: new Set(),
  opens: () => true,
  opensClient: true,
  blank: () => ({}),
})

const partialReading = (type: string, definition: FactDefinition, fields: readonly string[]): Reading => {
  const { schema } = definition
  const personal = personalFields(type, schema).map(({ field }) => field)
  const closed = new Set(personal.filter((field) => !fields.includes(field)))
  return {
    ...definition,
    check: Compile(without(schema, closed)),
    closed,
    opens: (field) => Object.hasOwn(schema.properties, field) && !closed.has(field),
    opensClient: fields.includes(CLIENT),
    blank: guarded(type, closed),
  }
}

const versionOf = ({ type, metadata }: StoredEvent, { version }: Reading): number => {
  const stored = Number(metadata['version'])
  if (!(stored >= 1 && stored <= version))
    throw new UnreadableFact(`${type} version ${stored} is not known here`)
  return stored
}

const upcast = (data: Data, stored: number, { version, upcasters }: Reading): Data => {
  let upcasted = data
  for (let v = stored; v < version; v++) upcasted = upcasters[v]!(upcasted)
  return upcasted
}

const opened = (event: StoredEvent, reading: Pick<Reading, 'opens' | 'blank'>, open: Open): Data => {
  const data = reading.blank()
  for (const field in event.data) {
    const value = event.data[field]
    if (!isSealed(value)) data[field] = value
    else if (reading.opens(field)) data[field] = open(`${event.id}/${field}`, value)
  }
  return data
}

const everything = { opens: () => true, blank: (): Data => ({}) }

/** Opens all fields of an older version, because an upcaster may build one field from another. */
const dataOf = (event: StoredEvent, reading: Reading, open: Open): Data => {
  const stored = versionOf(event, reading)
  if (stored === reading.version) return opened(event, reading, open)
  const whole = upcast(opened(event, everything, open), stored, reading)
  const data = reading.blank()
  for (const field in whole) if (!reading.closed.has(field)) data[field] = whole[field]
  return data
}

const metadataOf = ({ id, metadata }: StoredEvent, { opensClient }: Reading, open: Open): FactMetadata => {
  const stored = metadata as unknown as FactMetadata & { client: Json }
  const { client } = stored
  if (!isSealed(client)) return stored
  if (opensClient) return { ...stored, client: open(`${id}/client`, client) as Client | null }
  const copy = withoutClient()
  for (const field in stored) if (field !== CLIENT) copy[field] = stored[field as keyof FactMetadata]
  return copy as FactMetadata
}

const read = (event: StoredEvent, reading: Reading, unsealing: Open): Fact => {
  const open: Open = (place, sealed) => {
    if (isKnownSeal(sealed)) return unsealing(place, sealed)
    throw new UnreadableFact(`${event.type}: ${place} is sealed in an unknown format`)
  }
  const data = dataOf(event, reading, open)
  if (!reading.check.Check(data))
    throw new UnreadableFact(`${event.type} ${event.id}: ${describeFaults(reading.check, data)}`)
  const { id, type, stream, revision, position } = event
  return { id, type, stream, revision, position, data, metadata: metadataOf(event, reading, open) }
}

/** Collects the ids of the keys that are necessary for the opened fields. */
const keysIn = (event: StoredEvent, reading: Reading, ids: Set<string>): void => {
  const { data, metadata } = event
  const isOlder = metadata['version'] !== reading.version
  for (const field in data) {
    const value = data[field]
    if (isSealed(value) && (isOlder || reading.opens(field))) ids.add(value.key)
  }
  const { client } = metadata as { client?: unknown }
  if (reading.opensClient && isSealed(client)) ids.add(client.key)
}

const requirePersonal = (catalogue: Catalogue, unsealed: Unsealed): void => {
  for (const [type, fields] of Object.entries(unsealed)) {
    if (!Object.hasOwn(catalogue, type)) continue
    const personal = personalFields(type, catalogue[type]!.schema).map(({ field }) => field)
    const other = fields.find((field) => field !== CLIENT && !personal.includes(field))
    if (other !== undefined) throw new TypeError(`${type}: ${other} is no personal field`)
  }
}

/** Decodes stored events with the keys that still exist. */
export const createDecoders = (
  catalogue: Catalogue,
  keys: Pick<Keys, 'toRead'>,
  factMacs?: Pick<FactMacs, 'require'>,
) => {
  const readingsOf = (readingOf: (type: string, definition: FactDefinition) => Reading) => {
    const readings = new Map<string, Reading>()
    return (type: string): Reading => {
      let reading = readings.get(type)
      if (reading) return reading
      if (!Object.hasOwn(catalogue, type)) throw new UnreadableFact(`unknown fact ${type}`)
      readings.set(type, (reading = readingOf(type, catalogue[type]!)))
      return reading
    }
  }

  const decoder =
    (readingOf: (type: string) => Reading): Decode =>
    async (events) => {
      genuine(events)
      const ids = new Set<string>()
      for (const event of events) keysIn(event, readingOf(event.type), ids)
      const secrets = await keys.toRead([...ids])
      const open: Open = (place, sealed) => {
        const key = secrets.get(sealed.key)
        return key ? unseal(key, place, sealed).value : null
      }
      return events.map((event) => read(event, readingOf(event.type), open))
    }

  const genuine = (events: readonly StoredEvent[]) => events.forEach((event) => factMacs?.require(event))

  const whole = readingsOf((_, definition) => fullReading(definition))
  return {
    decode: decoder(whole),
    decoderOf(unsealed: Unsealed): Decode {
      requirePersonal(catalogue, unsealed)
      return decoder(readingsOf((type, definition) => partialReading(type, definition, unsealed[type] ?? [])))
    },
    decodeBlind(events: readonly StoredEvent[]): readonly Fact[] {
      genuine(events)
      return events.map((event) => read(event, whole(event.type), () => null))
    },
  }
}
