import { Compile, type Validator } from 'typebox/compile'
import { canonicalText } from '#contract/requests/signing.ts'
import { createDecoders, type Decode } from './decode-facts.ts'
import { checkJson } from '../event-store/check-append.ts'
import type { Json, JsonObject, NewEvent, StoredEvent } from '../event-store/event-store.ts'
import { closed, describeFaults, personalFields, subjectOf, type PersonalField } from './fact-schema.ts'
import type { AnyEvent, Catalogue, Fact, FactDefinition, FactMetadata, Unsealed } from './facts.ts'
import { derivedId, sha256 } from '../primitives/ids.ts'
import type { KeyName, Keys } from '../secrets/keys.ts'
import { isSealed, seal } from './sealing.ts'

export { UnreadableFact } from './decode-facts.ts'

/** The place of new events in their stream, and their common metadata. */
export type Placement = {
  readonly stream: string
  readonly firstRevision: number
  readonly previousHash: string | null
  readonly metadata: Omit<FactMetadata, 'version' | 'previousHash' | 'hash'>
}

export type Codec = {
  /**
   * Validates, seals and hashes events. Throws TypeError for an unknown type or data that does not match the schema (a bug, not bad
   * input), and InvalidAppend for a text with NUL or an unpaired surrogate.
   */
  encode(events: readonly AnyEvent[], placement: Placement): Promise<readonly NewEvent[]>
  /** Upcasts, validates and unseals events. A field whose key was destroyed is null. Throws UnreadableFact, or an error for damaged data. */
  readonly decode: Decode
  /**
   * Returns a decoder that unseals only the given fields. The other personal fields are neither opened nor validated, and access
   * to them throws TypeError. It compiles schemas, so create it once. Throws TypeError for a field that is not personal.
   */
  decoderOf(unsealed: Unsealed): Decode
  /** The known event types. */
  readonly catalogue: Catalogue
  /** Decodes with every personal field null, for deciders. */
  decodeBlind(events: readonly StoredEvent[]): readonly Fact[]
}

type Known = FactDefinition & {
  /** Strict: rejects fields that the schema does not declare. */
  readonly check: Validator
  readonly personal: readonly PersonalField[]
}

const commitments = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isSealed(value) ? value.commitment : value]),
  )

/** Returns the hash of an event, `h1:` and 64 hex digits. It covers commitments instead of sealed values, and the previous hash. */
export const hashOfFact = (
  event: Omit<NewEvent, 'metadata'> & { metadata: JsonObject },
  stream: string,
): string => {
  const { hash: _, traceparent: __, ...metadata } = commitments(event.metadata)
  const { id, type } = event
  const text = canonicalText({ stream, id, type, data: commitments(event.data), metadata })
  return `h1:${sha256(text).toString('hex')}`
}

/** Throws TypeError if an event of the catalogue could hold personal text unsealed. */
export const createCodec = (catalogue: Catalogue, keys: Keys): Codec => {
  const known = new Map<string, Known>(
    Object.entries(catalogue).map(([type, definition]) => [
      type,
      {
        ...definition,
        check: Compile(closed(definition.schema)),
        personal: personalFields(type, definition.schema),
      },
    ]),
  )
  const definitionOf = (type: string): Known => {
    const definition = known.get(type)
    if (!definition) throw new TypeError(`unknown fact ${type}`)
    return definition
  }

  const encode: Codec['encode'] = async (events, { stream, firstRevision, previousHash, metadata }) => {
    const places = events.flatMap((event, ordinal) => {
      const { personal, check } = definitionOf(event.type)
      if (!check.Check(event.data))
        throw new TypeError(`${event.type} does not fit its schema: ${describeFaults(check, event.data)}`)
      // The store cannot check sealed values, and the read models could not store these texts.
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

  return { catalogue, encode, ...createDecoders(catalogue, keys) }
}
