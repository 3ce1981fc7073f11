import { Compile, type Validator } from 'typebox/compile'
import { canonicalText } from '#contract/signing.ts'
import { checkJson } from './event-store/check-append.ts'
import type { Json, JsonObject, NewEvent, StoredEvent } from './event-store/event-store.ts'
import { closed, personalFields, subjectOf, type PersonalField } from './fact-schema.ts'
import type { AnyEvent, Catalogue, Client, Fact, FactDefinition, FactMetadata } from './facts.ts'
import { derivedId, sha256 } from './ids.ts'
import type { KeyName, Keys } from './keys.ts'
import { isKnownSeal, isSealed, seal, unseal, type Sealed } from './sealing.ts'

/** Where in its stream the first of the new facts will stand, and what all of them say. */
export type Placement = {
  readonly stream: string
  readonly firstRevision: number
  readonly previousHash: string | null
  readonly metadata: Omit<FactMetadata, 'version' | 'previousHash' | 'hash'>
}

export type Codec = {
  /**
   * Validates, seals, hashes. Throws when a fact is unknown or does not fit its schema: a bug, not bad input;
   * and InvalidAppend when a text holds NUL or half a surrogate pair.
   */
  encode(events: readonly AnyEvent[], placement: Placement): Promise<readonly NewEvent[]>
  /** Upcasts, validates, and unseals what can still be read. */
  decode(events: readonly StoredEvent[]): Promise<readonly Fact[]>
  /** The facts that it knows. */
  readonly catalogue: Catalogue
  /** The same with every personal field null: what deciders fold. */
  decodeBlind(events: readonly StoredEvent[]): readonly Fact[]
}

/** A stored fact that this program cannot read: unknown name, version or format, or not of its schema. */
export class UnreadableFact extends Error {
  override readonly name = 'UnreadableFact'
}

type Known = FactDefinition & {
  /** What a newer program added is no fault. */
  readonly check: Validator
  /** To the letter. */
  readonly checkNew: Validator
  readonly personal: readonly PersonalField[]
}

const commitments = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isSealed(value) ? value.commitment : value]),
  )

/** The hash of one fact (`h1:` and 64 hex digits), over commitments in place of sealed values, chained to the fact before it. */
export const hashOfFact = (
  event: Omit<NewEvent, 'metadata'> & { metadata: JsonObject },
  stream: string,
): string => {
  const { hash: _, traceparent: __, ...metadata } = commitments(event.metadata)
  const { id, type } = event
  const text = canonicalText({ stream, id, type, data: commitments(event.data), metadata })
  return `h1:${sha256(text).toString('hex')}`
}

/** Throws TypeError when a fact of the catalogue could hold somebody's words in clear. */
export const createCodec = (catalogue: Catalogue, keys: Keys): Codec => {
  const known = new Map<string, Known>(
    Object.entries(catalogue).map(([type, definition]) => [
      type,
      {
        ...definition,
        check: Compile(definition.schema),
        checkNew: Compile(closed(definition.schema)),
        personal: personalFields(type, definition.schema),
      },
    ]),
  )
  const definitionOf = (type: string): Known => {
    const definition = known.get(type)
    if (!definition) throw new UnreadableFact(`unknown fact ${type}`)
    return definition
  }

  const encode: Codec['encode'] = async (events, { stream, firstRevision, previousHash, metadata }) => {
    const places = events.flatMap((event, ordinal) => {
      const { personal, checkNew } = definitionOf(event.type)
      if (!checkNew.Check(event.data))
        throw new TypeError(`${event.type} does not fit its schema: ${describe(checkNew, event.data)}`)
      // Once sealed, no store can see what the read models would choke on.
      checkJson(event.data, event.type)
      const fields = personal.filter(({ field }) => (event.data[field] ?? null) !== null)
      return fields.map(({ field, subject }) => ({ ordinal, field, subject: subjectOf(subject, event.data) }))
    })
    const names: KeyName[] = places.map(({ subject }) => ({ subject, workspaceId: metadata.workspaceId }))
    const client = metadata.client && metadata.actor.userId ? metadata.client : null
    if (client) names.push({ subject: `person:${metadata.actor.userId}`, workspaceId: metadata.workspaceId })
    const secrets = await keys.toSeal(names)

    let previous = previousHash
    return events.map((event, ordinal) => {
      const id = derivedId(metadata.commandId, stream, ordinal)
      const data: Record<string, Json> = structuredClone(event.data) as Record<string, Json>
      places.forEach((place, i) => {
        if (place.ordinal !== ordinal) return
        data[place.field] = seal(secrets[i]!, `${id}/${place.field}`, data[place.field]!)
      })
      const open = {
        ...metadata,
        revision: firstRevision + ordinal,
        version: definitionOf(event.type).version,
        previousHash: previous,
        client: client && seal(secrets.at(-1)!, `${id}/client`, client),
      }
      const hash = hashOfFact({ id, type: event.type, data, metadata: open }, stream)
      previous = hash
      return { id, type: event.type, data, metadata: { ...open, hash } }
    })
  }

  const upcast = (event: StoredEvent, opened: Record<string, unknown>): Record<string, unknown> => {
    const { version, upcasters } = definitionOf(event.type)
    const stored = Number(event.metadata['version'])
    if (!(stored >= 1 && stored <= version))
      throw new UnreadableFact(`${event.type} version ${stored} is not known here`)
    let data = opened
    for (let v = stored; v < version; v++) data = upcasters[v]!(data)
    return data
  }

  const read = (event: StoredEvent, open: (place: string, sealed: Sealed) => Json): Fact => {
    const { check } = definitionOf(event.type)
    const opened: Record<string, unknown> = { ...event.data }
    for (const field in opened) {
      const value = opened[field]
      if (!isSealed(value)) continue
      if (!isKnownSeal(value))
        throw new UnreadableFact(`${event.type}: ${field} is sealed in an unknown format`)
      opened[field] = open(`${event.id}/${field}`, value)
    }
    const data = upcast(event, opened)
    if (!check.Check(data)) throw new UnreadableFact(`${event.type} ${event.id}: ${describe(check, data)}`)
    const metadata = event.metadata as unknown as FactMetadata & { client: Json }
    const { client } = metadata
    return {
      id: event.id,
      type: event.type,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      data,
      metadata: isSealed(client)
        ? { ...metadata, client: open(`${event.id}/client`, client) as Client | null }
        : metadata,
    }
  }

  return {
    catalogue,
    encode,
    async decode(events) {
      const secrets = await keys.toRead(keysIn(events))
      return events.map((event) =>
        read(event, (place, sealed) => {
          const key = secrets.get(sealed.key)
          return key ? unseal(key, place, sealed).value : null
        }),
      )
    },
    decodeBlind: (events) => events.map((event) => read(event, () => null)),
  }
}

const keysIn = (events: readonly StoredEvent[]): string[] => {
  const ids: string[] = []
  for (const { data, metadata } of events) {
    for (const field in data) {
      const value = data[field]
      if (isSealed(value)) ids.push(value.key)
    }
    const { client } = metadata as { client?: unknown }
    if (isSealed(client)) ids.push(client.key)
  }
  return ids
}

const describe = (check: Validator, data: unknown): string =>
  check
    .Errors(data)
    .map((fault) => `${fault.instancePath} ${fault.message}`)
    .join('; ')
