import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { hashOfFact } from '#platform/event-codec.ts'
import type { Catalogue, FactDefinition } from '#platform/facts.ts'
import { auditedEvents, describe as descriptions } from '#projections/audit/entries.ts'
import { FROZEN, codec, keyOfSample, type Frozen } from './frozen.ts'
import { readSources, root } from './source-graph.ts'

const catalogue: Catalogue = allEvents
const frozen = JSON.parse(readFileSync(FROZEN, 'utf8')) as readonly Frozen[]

describe('every fact', () => {
  test('stands in the catalogue once', async () => {
    const files = [...readSources().keys()].filter((path) =>
      /^services\/modules\/.+\/[^/]+[.]events[.]ts$/.test(path),
    )
    expect(files.length).toBeGreaterThan(3)
    const names: string[] = []
    for (const file of files) {
      const exported = Object.values((await import(join(root, file))) as object)
      for (const value of exported)
        if (typeof value === 'object') names.push(...Object.keys(value as Catalogue))
    }
    expect(names.toSorted()).toEqual(Object.keys(catalogue).toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  test('is named in the past tense', () => {
    const isPast = (name: string) => /^[A-Z][A-Za-z]*([a-z]ed|Sent|Left|Withdrawn|SignedUp)$/.test(name)
    expect(Object.keys(catalogue).filter((name) => !isPast(name))).toEqual([])
    expect(['ApproveRequest', 'RequestApproval', 'requestApproved'].filter(isPast)).toEqual([])
  })

  test('has an upcaster from each version before its own', () => {
    const missing = Object.entries(catalogue).flatMap(([name, { version, upcasters }]) =>
      Array.from({ length: version - 1 }, (_, i) => i + 1)
        .filter((v) => !upcasters[v])
        .map((v) => `${name} ${v}`),
    )
    expect(missing).toEqual([])
  })

  test('of a workspace is described in the audit log', () => {
    const ofWorkspaces = Object.entries(catalogue).filter(
      ([, { schema }]) => 'workspaceId' in schema.properties,
    )
    expect(ofWorkspaces.length).toBeGreaterThan(8)
    expect(ofWorkspaces.map(([name]) => name).filter((name) => !(name in auditedEvents))).toEqual([])
    expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(auditedEvents).toSorted())
  })

  test('names the subject of each personal field, in a field that is always there with it', () => {
    const faults = Object.entries(catalogue).flatMap(([name, { schema }]) => personalFaults(name, schema))
    expect(faults).toEqual([])
  })
})

const personalFaults = (name: string, { properties }: FactDefinition['schema']): string[] =>
  Object.entries(properties).flatMap(([field, schema]) => {
    const subject = (schema as { personal?: Record<string, string> }).personal
    const by = subject && Object.values(subject)[0]
    return by !== undefined && !(by in properties) ? [`${name}.${field}: no ${by}`] : []
  })

describe('frozen facts', () => {
  const wanted = Object.entries(catalogue).flatMap(([name, { version }]) =>
    Array.from({ length: version }, (_, i) => `${name} ${i + 1}`),
  )

  test('there is one of each type and version; add a new one by node tests/architecture/freeze.ts TYPE STREAM DATA', () =>
    expect(frozen.map(({ stored }) => keyOfSample(stored)).toSorted()).toEqual(wanted.toSorted()))

  test.each(frozen.map((sample) => [keyOfSample(sample.stored), sample] as const))(
    '%s still reads as it did',
    async (_, { stored, reads }) => {
      const [fact] = await codec.decode([stored])
      expect(fact!.data).toMatchObject(reads.data)
      expect(fact!.metadata.client).toEqual(reads.client)
      expect(codec.decodeBlind([stored])).toHaveLength(1)
      expect(hashOfFact(stored, stored.stream)).toBe(stored.metadata['hash'])
    },
  )
})
