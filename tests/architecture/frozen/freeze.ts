import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { allEvents } from '#modules/all.events.ts'
import type { Catalogue } from '#platform/facts/facts.ts'
import { projections } from '#projections/index.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import {
  FROZEN_OPERATIONS,
  freezeOperations,
  operationFaults,
  operationOf,
  type FrozenOperation,
} from './frozen-operations.ts'
import { FROZEN, codec, keyOfSample, linesOf, type Frozen } from './frozen.ts'
import {
  FROZEN_READ_MODELS,
  accept,
  faultOf,
  freeze,
  printReadModels,
  type FrozenReadModel,
} from './frozen-read-models.ts'
import { stateOf } from '../read-models.ts'
import { samples } from './samples.ts'

/**
 * `npm run freeze` adds a sample for each new type and version of a fact. A new version of a read model replaces the one before
 * it. What is frozen of a version never changes. `npm run freeze -- --same MODEL… 'why'` (or `all`) accepts other code and
 * schemas that produce the same rows, except in additive columns.
 *
 * It also takes over what is new in the operations of the API. `npm run freeze -- --breaks OPERATION… 'why'` accepts a change
 * that programs of before do not stand.
 */

const client = { ip: '192.0.2.7', device: 'Firefox' }
const frozen = JSON.parse(await readFile(FROZEN, 'utf8').catch(() => '[]')) as Frozen[]
const known = new Set(frozen.map(({ stored }) => keyOfSample(stored)))

for (const [type, { version }] of Object.entries(allEvents as Catalogue)) {
  if (known.has(`${type} ${version}`)) continue
  const { stream, data } = samples[type as keyof typeof samples] as {
    stream: string
    data: Frozen['reads']['data']
  }
  const [event] = await codec.encode([{ type, data }], {
    stream,
    firstRevision: 0,
    previousHash: null,
    metadata: {
      commandId: `freeze ${type}`,
      correlationId: 'd2b7a6c4-6f0e-5e0a-9a53-0d3f3c1f4b11',
      causationId: 'd2b7a6c4-6f0e-5e0a-9a53-0d3f3c1f4b11',
      actor: { kind: 'user', userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10', role: 'admin' },
      workspaceId: typeof data['workspaceId'] === 'string' ? data['workspaceId'] : null,
      at: '2026-11-21T10:00:00.000Z',
      requestId: null,
      fingerprint: 'f1:5b1c1f0e-31c3-4a7e-9a55-6a1a7d1b2c3d:ZnJvemVuLWZpbmdlcnBy',
      client,
    },
  })
  frozen.push({
    stored: { ...event!, stream, revision: 0, position: `p1:${'0'.repeat(19)}1` },
    reads: { data, client },
  })
  process.stdout.write(`${type} ${version} is frozen.\n`)
}
await writeFile(FROZEN, `${linesOf(frozen)}\n`)

const models = JSON.parse(await readFile(FROZEN_READ_MODELS, 'utf8').catch(() => '[]')) as FrozenReadModel[]
const { values, positionals } = parseArgs({
  options: { same: { type: 'boolean' }, breaks: { type: 'boolean' } },
  allowPositionals: true,
})
const same = new Set(values.same ? positionals.slice(0, -1) : [])
const unknown = [...same].filter((name) => name !== 'all' && projections.every((one) => one.name !== name))
if ((values.same && same.size === 0) || unknown.length > 0)
  throw new Error(
    `Usage: npm run freeze -- --same MODEL… 'why'. Unknown read models: ${unknown.join(', ') || 'none'}`,
  )
let after: readonly FrozenReadModel[] = models
for (const projection of projections) {
  const { name } = projection
  const now = await stateOf(projection, frozen).catch((error: Error) => {
    throw new Error(`${error.message}: see \`unseals\` of projections/${name}/projection.ts`, {
      cause: error,
    })
  })
  const before = JSON.stringify(after)
  after = freeze(after, now)
  if (same.has(now.model) || same.has('all')) after = accept(after, now, positionals.at(-1)!)
  const fault = faultOf(after, now)
  if (fault) process.stdout.write(`${fault}\n`)
  else if (JSON.stringify(after) !== before) process.stdout.write(`${now.model} ${now.version} is frozen.\n`)
}
await writeFile(FROZEN_READ_MODELS, printReadModels(after))

const shapes = JSON.parse(await readFile(FROZEN_OPERATIONS, 'utf8').catch(() => '[]')) as FrozenOperation[]
const operations = endpoints.map(operationOf)
const declared = values.breaks
  ? { operations: positionals.slice(0, -1), why: positionals.at(-1) ?? '' }
  : undefined
if (declared?.operations.length === 0) throw new Error(`Usage: npm run freeze -- --breaks OPERATION… 'why'`)
const frozenOperations = freezeOperations(shapes, operations, declared)
process.stdout.write(
  `${operationFaults(frozenOperations, operations).join('\n') || 'All operations are frozen.'}\n`,
)
await writeFile(FROZEN_OPERATIONS, `${linesOf(frozenOperations)}\n`)
