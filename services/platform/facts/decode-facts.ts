import { Compile, type Validator } from 'typebox/compile'
import type { Json, StoredEvent } from '../event-store/event-store.ts'
import { describeFaults, personalFields, without } from './fact-schema.ts'
import type { Catalogue, Client, Fact, FactDefinition, FactMetadata, Unsealed } from './facts.ts'
import type { Keys } from '../secrets/keys.ts'
import { isKnownSeal, isSealed, unseal, type Sealed } from './sealing.ts'

export type Decode = (events: readonly StoredEvent[]) => Promise<readonly Fact[]>

/** A stored fact that this program cannot read: unknown name, version or format, or not of its schema. */
export class UnreadableFact extends Error {
  override readonly name = 'UnreadableFact'
}

type Data = Record<string, unknown>

/** How the facts of one type are read by somebody. */
type Way = FactDefinition & {
  /** What a newer program added is no fault. */
  readonly check: Validator
  /** Personal fields that nobody reads. */
  readonly closed: ReadonlySet<string>
  /** Whether the field is opened where it is sealed. */
  opens(field: string): boolean
  readonly opensClient: boolean
  /** An object without fields, of which those that stay sealed throw. */
  blank(): Data
}

type Open = (place: string, sealed: Sealed) => Json

/** Makes empty objects that throw when they are asked for one of these fields. */
const guarded = (type: string, fields: Iterable<string>): (() => Data) => {
  const guard = {}
  for (const field of fields)
    Object.defineProperty(guard, field, {
      get() {
        throw new TypeError(`${type}: ${field} stays sealed, because nobody said that it is read here`)
      },
    })
  return () => Object.create(guard) as Data
}

/** Where the command came from: sealed beside the fields. */
const CLIENT = 'client'
const withoutClient = guarded('metadata', [CLIENT])

/** Everything sealed is opened. */
const wholeWay = (definition: FactDefinition): Way => ({
  ...definition,
  check: Compile(definition.schema),
  closed: new Set(),
  opens: () => true,
  opensClient: true,
  blank: () => ({}),
})

const partOfWay = (type: string, definition: FactDefinition, fields: readonly string[]): Way => {
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

const versionOf = ({ type, metadata }: StoredEvent, { version }: Way): number => {
  const stored = Number(metadata['version'])
  if (!(stored >= 1 && stored <= version))
    throw new UnreadableFact(`${type} version ${stored} is not known here`)
  return stored
}

const upcast = (data: Data, stored: number, { version, upcasters }: Way): Data => {
  let upcasted = data
  for (let v = stored; v < version; v++) upcasted = upcasters[v]!(upcasted)
  return upcasted
}

const opened = (event: StoredEvent, way: Pick<Way, 'opens' | 'blank'>, open: Open): Data => {
  const data = way.blank()
  for (const field in event.data) {
    const value = event.data[field]
    if (!isSealed(value)) data[field] = value
    else if (way.opens(field)) data[field] = open(`${event.id}/${field}`, value)
  }
  return data
}

const everything = { opens: () => true, blank: (): Data => ({}) }

/** What an older program wrote is opened whole: an upcaster may make one field of another. */
const dataOf = (event: StoredEvent, way: Way, open: Open): Data => {
  const stored = versionOf(event, way)
  if (stored === way.version) return opened(event, way, open)
  const whole = upcast(opened(event, everything, open), stored, way)
  const data = way.blank()
  for (const field in whole) if (!way.closed.has(field)) data[field] = whole[field]
  return data
}

const metadataOf = ({ id, metadata }: StoredEvent, { opensClient }: Way, open: Open): FactMetadata => {
  const stored = metadata as unknown as FactMetadata & { client: Json }
  const { client } = stored
  if (!isSealed(client)) return stored
  if (opensClient) return { ...stored, client: open(`${id}/client`, client) as Client | null }
  const copy = withoutClient()
  for (const field in stored) if (field !== CLIENT) copy[field] = stored[field as keyof FactMetadata]
  return copy as FactMetadata
}

const read = (event: StoredEvent, way: Way, unsealing: Open): Fact => {
  const open: Open = (place, sealed) => {
    if (isKnownSeal(sealed)) return unsealing(place, sealed)
    throw new UnreadableFact(`${event.type}: ${place} is sealed in an unknown format`)
  }
  const data = dataOf(event, way, open)
  if (!way.check.Check(data))
    throw new UnreadableFact(`${event.type} ${event.id}: ${describeFaults(way.check, data)}`)
  const { id, type, stream, revision, position } = event
  return { id, type, stream, revision, position, data, metadata: metadataOf(event, way, open) }
}

/** Which keys have sealed what is opened of it. */
const keysIn = (event: StoredEvent, way: Way, ids: Set<string>): void => {
  const { data, metadata } = event
  const isOlder = metadata['version'] !== way.version
  for (const field in data) {
    const value = data[field]
    if (isSealed(value) && (isOlder || way.opens(field))) ids.add(value.key)
  }
  const { client } = metadata as { client?: unknown }
  if (way.opensClient && isSealed(client)) ids.add(client.key)
}

const requirePersonal = (catalogue: Catalogue, unsealed: Unsealed): void => {
  for (const [type, fields] of Object.entries(unsealed)) {
    if (!Object.hasOwn(catalogue, type)) continue
    const personal = personalFields(type, catalogue[type]!.schema).map(({ field }) => field)
    const other = fields.find((field) => field !== CLIENT && !personal.includes(field))
    if (other !== undefined) throw new TypeError(`${type}: ${other} is no personal field`)
  }
}

/** How stored facts of this catalogue become facts again, by the keys that still exist. */
export const createDecoders = (catalogue: Catalogue, keys: Pick<Keys, 'toRead'>) => {
  const waysOf = (wayOf: (type: string, definition: FactDefinition) => Way) => {
    const ways = new Map<string, Way>()
    return (type: string): Way => {
      let way = ways.get(type)
      if (way) return way
      if (!Object.hasOwn(catalogue, type)) throw new UnreadableFact(`unknown fact ${type}`)
      ways.set(type, (way = wayOf(type, catalogue[type]!)))
      return way
    }
  }

  const decoder =
    (wayOf: (type: string) => Way): Decode =>
    async (events) => {
      const ids = new Set<string>()
      for (const event of events) keysIn(event, wayOf(event.type), ids)
      const secrets = await keys.toRead([...ids])
      const open: Open = (place, sealed) => {
        const key = secrets.get(sealed.key)
        return key ? unseal(key, place, sealed).value : null
      }
      return events.map((event) => read(event, wayOf(event.type), open))
    }

  const whole = waysOf((_, definition) => wholeWay(definition))
  return {
    decode: decoder(whole),
    decoderOf(unsealed: Unsealed): Decode {
      requirePersonal(catalogue, unsealed)
      return decoder(waysOf((type, definition) => partOfWay(type, definition, unsealed[type] ?? [])))
    },
    decodeBlind: (events: readonly StoredEvent[]): readonly Fact[] =>
      events.map((event) => read(event, whole(event.type), () => null)),
  }
}
