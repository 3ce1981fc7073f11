import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { personalFields } from '#platform/facts/fact-schema.ts'
import type { Catalogue } from '#platform/facts/facts.ts'
import { projections } from '#projections/index.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { project } from '../../../projections/engine/runner/apply.ts'
import { emptyTables, inWorkspace } from '../empty-tables.ts'
import { FROZEN, codec, type Frozen } from '../frozen/frozen.ts'

/** What an erasure destroys the key of, no column may keep. The audit log knows the owner of each value itself. */

const frozen = JSON.parse(readFileSync(FROZEN, 'utf8')) as readonly Frozen[]
const models = projections.filter(({ name }) => name !== 'audit')
const catalogue: Catalogue = allEvents

type Written = { readonly table: string; readonly row: object }

/** The rows that a read model writes for an event, and the columns that it clears, as `table.column`. */
const effectsOf = async ({ unseals, ...projection }: Projection, stored: StoredEvent) => {
  const written: Written[] = []
  const cleared = new Set<string>()
  const facts = await codec.decoderOf(unseals ?? {})([inWorkspace(stored)])
  await project(emptyTables, projection, facts, {
    put: (table, row) => void written.push({ table, row }),
    patch: (table, row) => void written.push({ table, row }),
    remove: () => {},
    sweep(statement) {
      let swept = ''
      const { sql } = statement((table) => (swept = table))
      for (const [, column] of sql.matchAll(/"(\w+)" = (?:NULL|CASE)/g)) cleared.add(`${swept}.${column!}`)
    },
  })
  return { written, cleared }
}

/** The newest sample of a type. */
const sampleOf = (type: string): StoredEvent => frozen.findLast(({ stored }) => stored.type === type)!.stored

/** The columns of these rows that show the value. */
const columnsWith = (value: unknown, written: readonly Written[]): readonly string[] =>
  written.flatMap(({ table, row }) =>
    Object.entries(row)
      .filter(([, shown]) => JSON.stringify(shown ?? null).includes(JSON.stringify(value)))
      .map(([column]) => `${table}.${column}`),
  )

/** The columns that keep a personal field after its owner is erased. */
const keptBy = async (projection: Projection): Promise<readonly string[]> => {
  const { name, handlers, unseals = {} } = projection
  const ofPerson = (await effectsOf(projection, sampleOf('PersonErased'))).cleared
  const ofWorkspace = (await effectsOf(projection, sampleOf('WorkspaceErased'))).cleared
  const keptOf = async ({ stored, reads }: Frozen): Promise<readonly string[]> => {
    const { type } = stored
    const { written } = await effectsOf(projection, stored)
    return personalFields(type, catalogue[type]!.schema)
      .filter(({ field }) => unseals[type]?.includes(field) && typeof reads.data[field] === 'string')
      .flatMap(({ field, subject }) =>
        columnsWith(reads.data[field], written)
          .filter((column) => !('workspace' in subject ? ofWorkspace : ofPerson).has(column))
          .map((column) => `${name}: ${column} keeps ${type}.${field}: list it in forgetting({…})`),
      )
  }
  const handled = frozen.filter(({ stored }) => Object.hasOwn(handlers, stored.type))
  return [...new Set((await Promise.all(handled.map(keptOf))).flat())]
}

test('an erasure clears every column that shows what a person typed or who they are', async () => {
  expect((await Promise.all(models.map(keptBy))).flat()).toEqual([])
})

test('a column that no erasure clears is reported', async () => {
  const users = models.find(({ name }) => name === 'users')!
  const { PersonErased: _, ...handlers } = users.handlers
  expect(await keptBy({ ...users, handlers: { ...handlers, PersonErased: () => {} } })).toContain(
    'users: devices.name keeps DeviceRenamed.name: list it in forgetting({…})',
  )
})
