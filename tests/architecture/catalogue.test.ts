import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { mailEvents } from '#modules/mails/mail.events.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import type { Json } from '#platform/event-store/event-store.ts'
import { hashOfFact } from '#platform/facts/event-codec.ts'
import { personalFields } from '#platform/facts/fact-schema.ts'
import type { Catalogue } from '#platform/facts/facts.ts'
import { auditedEvents, descriptions } from '#projections/audit/entries.ts'
import { auditProjection } from '#projections/audit/projection.ts'
import { FROZEN, codec, keyOfSample, linesOf, type Frozen } from './frozen/frozen.ts'
import { readSources, root } from './source-graph.ts'

const catalogue: Catalogue = allEvents
const samplesFile = readFileSync(FROZEN, 'utf8')
const frozen = JSON.parse(samplesFile) as readonly Frozen[]

describe('every fact', () => {
  test('is listed in all.events.ts exactly once', async () => {
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
    const isPast = (name: string) =>
      /^[A-Z][A-Za-z]*([a-z]ed|Broken|Sent|Left|Given|Set|Written|Withdrawn|Overtaken|SignedUp|RolledBack)$/.test(
        name,
      )
    expect(Object.keys(catalogue).filter((name) => !isPast(name))).toEqual([])
    expect(['ApproveRequest', 'RequestApproval', 'requestApproved'].filter(isPast)).toEqual([])
  })

  test('has an upcaster from each earlier version', () => {
    const missing = Object.entries(catalogue).flatMap(([name, { version, upcasters }]) =>
      Array.from({ length: version - 1 }, (_, i) => i + 1)
        .filter((v) => !upcasters[v])
        .map((v) => `${name} ${v}`),
    )
    expect(missing).toEqual([])
  })

  test('of a workspace has a description in projections/audit/entries.ts', () => {
    const ofWorkspaces = Object.entries(catalogue).filter(
      ([, { schema }]) => 'workspaceId' in schema.properties,
    )
    expect(ofWorkspaces.length).toBeGreaterThan(8)
    expect(ofWorkspaces.map(([name]) => name).filter((name) => !(name in auditedEvents))).toEqual([])
    expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(auditedEvents).toSorted())
  })

  test('of a workspace or a mail has a handler in the audit log', () => {
    expect(Object.keys(mailEvents)).toEqual(['MailOutcomesRecorded'])
    const handled = Object.keys(auditProjection.handlers)
    expect(handled).toEqual(expect.arrayContaining(Object.keys({ ...auditedEvents, ...mailEvents })))
  })

  test('that causes a mail in a workspace has an audit entry, to which its mails belong', () => {
    const causes = [...workspaceMails, ...requestMails].map(({ on }) => on)
    expect(causes.filter((type) => !(type in auditedEvents))).toEqual([])
  })
})

describe('frozen facts', () => {
  const keys = new Set(frozen.map(({ stored }) => keyOfSample(stored)))
  const keysOf = (of: Catalogue) =>
    new Set(
      Object.entries(of).flatMap(([name, { version }]) =>
        Array.from({ length: version }, (_, i) => `${name} ${i + 1}`),
      ),
    )

  test('exist for each type and version: run npm run freeze to add the missing ones', () => {
    expect(frozen).toHaveLength(keys.size)
    expect(keys.symmetricDifference(keysOf(catalogue))).toEqual(new Set())
    const more = { ...catalogue, SeatTaken: { ...allEvents.WorkspaceClosed, version: 2 } }
    expect([...keysOf(more).difference(keys)]).toEqual(['SeatTaken 1', 'SeatTaken 2'])
  })

  test('take one line each', () => expect(`${linesOf(frozen)}\n`).toBe(samplesFile))

  test.each(frozen.map((sample) => [keyOfSample(sample.stored), sample] as const))(
    '%s decodes as on the day it was frozen',
    async (_, { stored, reads }) => {
      const [fact] = await codec.decode([stored])
      expect(fact!.data).toMatchObject(reads.data)
      expect(fact!.metadata.client).toEqual(reads.client)
      expect(codec.decodeBlind([stored])).toHaveLength(1)
      expect(hashOfFact(stored, stored.stream)).toBe(stored.metadata['hash'])
    },
  )

  test.each(frozen.map((sample) => [keyOfSample(sample.stored), sample] as const))(
    '%s contains no personal field in clear text',
    (_, { stored, reads }) => {
      // A sample of an older version has no fields that came later.
      const personal = personalFields(stored.type, catalogue[stored.type]!.schema).filter(({ field }) =>
        Object.hasOwn(reads.data, field),
      )
      const secret = wordsOf([reads.client, ...personal.map(({ field }) => reads.data[field] ?? null)])
      expect(secret.length).toBeGreaterThan(personal.length)
      const text = JSON.stringify(stored)
      expect(secret.filter((word) => text.includes(word))).toEqual([])
    },
  )
})

const wordsOf = (value: Json): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}
