import { Compile, type Validator } from 'typebox/compile'
import type { TObject } from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { createDecoders, type Decode } from './decode-facts.ts'
import { checkJson } from '../event-store/check-append.ts'
import type { Json, JsonObject, NewEvent, StoredEvent } from '../event-store/event-store.ts'
import { closed, describeFaults, personalFields, subjectOf, type PersonalField } from './fact-schema.ts'
import type { AnyEvent, Catalogue, Fact, FactMetadata, PreviousVersion, Unsealed } from './facts.ts'
import { derivedId, sha256 } from '../primitives/ids.ts'
import type { FactMacs } from './fact-macs.ts'
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
   * Validates, seals and hashes events. Writes the previous version of an event where a running process cannot read the current
   * one, and throws `program.upgrading` if it could not read that either. Throws TypeError for an unknown type or data that does
   * not match the schema (a bug, not bad input), and InvalidAppend for a text with NUL or an unpaired surrogate.
   */
  encode(events: readonly AnyEvent[], placement: Placement): Promise<readonly NewEvent[]>
  /** Upcasts, validates and unseals events. A field whose key was destroyed is null. Throws UnreadableFact, AlteredFact, or an error for damaged data. */
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

/** One version of an event type, for writing. */
type Form = {
  readonly version: number
  /** Strict: rejects fields that the schema does not declare. */
  readonly check: Validator
  readonly personal: readonly PersonalField[]
}
type Known = Form & { readonly previous: (Form & Pick<PreviousVersion, 'downcast'>) | undefined }

/** Returns whether every running process can read this version of the event type. */
export type ReadableByAll = (type: string, version: number) => boolean

const commitments = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isSealed(value) ? value.commitment : value]),
  )

/** Returns the hash of an event, `h1:` and 64 hex digits. It covers commitments instead of sealed values, and the previous hash. */
export const hashOfFact = (
  event: Omit<NewEvent, 'metadata'> & { metadata: JsonObject },
  stream: string,
): string => {
  const { hash: _, mac: __, traceparent: ___, ...metadata } = commitments(event.metadata)
  const { id, type } = event
  const text = canonicalText({ stream, id, type, data: commitments(event.data), metadata })
  return `h1:${sha256(text).toString('hex')}`
}

/** A process opens several codecs of one catalogue, and a schema does not change. */
const compiled = new WeakMap<TObject, Validator>()
const strict = (schema: TObject): Validator => {
  const check = compiled.get(schema) ?? Compile(closed(schema))
  compiled.set(schema, check)
  return check
}

const formOf = (type: string, version: number, schema: TObject): Form => ({
  version,
  check: strict(schema),
  personal: personalFields(type, schema),
})

/**
 * Throws TypeError if an event of the catalogue could hold personal text unsealed. `readableByAll` is asked before each encoding;
 * by default every version may be written. With `factMacs` each event gets a MAC, and each one that is decoded is checked.
 */
export const createCodec = (
  catalogue: Catalogue,
  keys: Keys,
  readableByAll: () => Promise<ReadableByAll> = async () => () => true,
  factMacs?: FactMacs,
): Codec => {
  const known = new Map<string, Known>(
    Object.entries(catalogue).map(([type, { version, schema, previous }]) => [
      type,
      {
        ...formOf(type, version, schema),
        previous: previous && { ...previous, ...formOf(type, version - 1, previous.schema) },
      },
    ]),
  )
  const definitionOf = (type: string): Known => {
    const definition = known.get(type)
    if (!definition) throw new TypeError(`unknown fact ${type}`)
    return definition
  }

  const encode: Codec['encode'] = async (given, { stream, firstRevision, previousHash, metadata }) => {
    const isReadable = await readableByAll()
    const events = given.map(({ type, data }) => {
      const { previous, ...current } = definitionOf(type)
      if (isReadable(type, current.version)) return { type, data, ...current }
      if (!previous || !isReadable(type, previous.version)) throw new Rejected('program.upgrading')
      return { type, ...previous, data: previous.downcast(data) }
    })
    const places = events.flatMap((event, ordinal) => {
      const { personal, check } = event
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
        version: event.version,
        previousHash: previous,
        client: client && seal(secrets.at(-1)!, `${id}/client`, client),
      }
      const hash = hashOfFact({ id, type: event.type, data, metadata: open }, stream)
      previous = hash
      const hashed = { id, type: event.type, data, metadata: { ...open, hash } }
      return factMacs ? { ...hashed, metadata: factMacs.sealed({ ...hashed, stream }) } : hashed
    })
  }

  return { catalogue, encode, ...createDecoders(catalogue, keys, factMacs) }
}
