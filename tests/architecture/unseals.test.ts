import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Unsealed } from '#platform/facts.ts'
import { projections } from '#projections/index.ts'
import type { From, Projection } from '#projections/projection.ts'
import { project } from '../../projections/apply.ts'
import { collectChanges } from '../../projections/changes.ts'
import { FROZEN, codec, type Frozen } from './frozen.ts'

const frozen = JSON.parse(readFileSync(FROZEN, 'utf8')) as readonly Frozen[]

const WORKSPACE = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'

/** Empty tables, but for what an entry about mails needs to know of its cause. */
const emptyTables = Object.assign(
  (table: string) => {
    const found = (ids: readonly string[]) =>
      table === 'audit_entries' ? ids.map((id) => ({ id, target_kind: 'request', target_id: id })) : []
    const rowsOf = (ids: readonly string[]): object =>
      Object.assign(Promise.resolve(found(ids)), {
        whereIn: (_: string, others: readonly string[]) => rowsOf(others),
      })
    return rowsOf([])
  },
  { query: async () => [] },
) as unknown as From

/** What a sample changes for a read model that opens these fields; undefined opens everything. */
const changed = async (projection: Projection, { stored }: Frozen, unsealed: Unsealed | undefined) => {
  const decode = unsealed ? codec.decoderOf(unsealed) : codec.decode
  const changes = collectChanges(projection.name, projection.tables)
  const inWorkspace = { ...stored, metadata: { ...stored.metadata, workspaceId: WORKSPACE } }
  await project(emptyTables, projection, await decode([inWorkspace]), changes)
  return changes.statements()
}

const handled = projections.flatMap((projection) =>
  frozen
    .filter(({ stored }) => Object.hasOwn(projection.handlers, stored.type))
    .map((sample) => [projection.name, sample.stored.type, projection, sample] as const),
)

describe('what a read model opens of what is sealed', () => {
  test.each(handled)('%s has all that it needs of %s', async (_, __, projection, sample) => {
    expect(await changed(projection, sample, projection.unseals)).toEqual(
      await changed(projection, sample, undefined),
    )
  })

  test.each(handled)('%s opens nothing of %s that it does not read', async (_, type, projection, sample) => {
    const named = projection.unseals![type] ?? []
    for (const field of named) {
      const fewer = { [type]: named.filter((other) => other !== field) }
      await expect(changed(projection, sample, fewer)).rejects.toThrow(`${field} stays sealed`)
    }
  })

  test('is named by each, and for no fact that it does not handle', () => {
    const strays = projections.flatMap(({ name, handlers, unseals }) =>
      Object.keys(unseals ?? { nothing: [] }).flatMap((type) =>
        Object.hasOwn(handlers, type) ? [] : `${name} ${type}`,
      ),
    )
    expect(strays).toEqual([])
  })
})
