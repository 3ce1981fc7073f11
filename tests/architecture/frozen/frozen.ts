import { createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { allEvents } from '#modules/all.events.ts'
import { createCodec } from '#platform/facts/event-codec.ts'
import type { JsonObject, StoredEvent } from '#platform/event-store/event-store.ts'
import type { DataKey } from '#platform/secrets/keys.ts'
import { sha256 } from '#platform/primitives/ids.ts'

/** A stored fact on the day it was frozen, and its decoded content. There is one for each type and version. */
export type Frozen = {
  readonly stored: StoredEvent
  readonly reads: { readonly data: JsonObject; readonly client: JsonObject }
}

export const FROZEN = join(import.meta.dirname, 'frozen-events.json')

const keyOf = (id: string): DataKey => ({ id, secret: createSecretKey(sha256(`frozen ${id}`)) })

/** The product's codec with keys derived from their ids, so that samples stay readable. */
export const codec = createCodec(allEvents, {
  toSeal: async (names) => names.map(({ subject }) => keyOf(subject)),
  toRead: async (ids) => new Map(ids.map((id) => [id, keyOf(id)])),
  erase: async () => {},
})

export const keyOfSample = ({ type, metadata }: StoredEvent): string =>
  `${type} ${Number(metadata['version'])}`

/** Prints a JSON list with a line for each value, so that a new one is one line of a diff. */
export const linesOf = (values: readonly unknown[]): string =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`
