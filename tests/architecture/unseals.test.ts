import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Unsealed } from '#platform/facts/facts.ts'
import { projections } from '#projections/index.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { project } from '../../projections/engine/runner/apply.ts'
import { collectChanges } from '../../projections/engine/definition/changes.ts'
import { emptyTables, inWorkspace } from './empty-tables.ts'
import { FROZEN, codec, type Frozen } from './frozen/frozen.ts'

const frozen = JSON.parse(readFileSync(FROZEN, 'utf8')) as readonly Frozen[]

/** The changes that a read model makes for a sample if it unseals these fields. Undefined unseals everything. */
const changesOf = async (projection: Projection, { stored }: Frozen, unsealed: Unsealed | undefined) => {
  const decode = unsealed ? codec.decoderOf(unsealed) : codec.decode
  const changes = collectChanges(projection.name, projection.tables)
  await project(emptyTables, projection, await decode([inWorkspace(stored)]), changes)
  return changes.statements()
}

const handled = projections.flatMap((projection) =>
  frozen
    .filter(({ stored }) => Object.hasOwn(projection.handlers, stored.type))
    .map((sample) => [projection.name, sample.stored.type, projection, sample] as const),
)

describe('every read model', () => {
  test('declares `unseals`: {} if it reads no personal field', () =>
    expect(projections.filter(({ unseals }) => !unseals).map(({ name }) => name)).toEqual([]))

  test.each(handled)('%s unseals every field it needs of %s', async (_, __, projection, sample) => {
    expect(await changesOf(projection, sample, projection.unseals)).toEqual(
      await changesOf(projection, sample, undefined),
    )
  })

  test.each(handled)(
    '%s unseals no field of %s that it does not read',
    async (_, type, projection, sample) => {
      const named = projection.unseals?.[type] ?? []
      for (const field of named) {
        const fewer = { [type]: named.filter((other) => other !== field) }
        await expect(changesOf(projection, sample, fewer)).rejects.toThrow(`${field} stays sealed`)
      }
    },
  )

  test('unseals only facts that it handles', () => {
    const strays = projections.flatMap(({ name, handlers, unseals }) =>
      Object.keys(unseals ?? {}).flatMap((type) => (Object.hasOwn(handlers, type) ? [] : `${name} ${type}`)),
    )
    expect(strays).toEqual([])
  })
})
