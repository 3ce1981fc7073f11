import { readFile, writeFile } from 'node:fs/promises'
import { FROZEN, codec, keyOfSample, type Frozen } from './frozen.ts'

/** `node tests/architecture/freeze.ts TYPE STREAM DATA`: adds a sample of a new fact, or of a new version; never changes one. */

const [type = '', stream = '', text = '{}'] = process.argv.slice(2)
const data = JSON.parse(text) as Frozen['reads']['data']
const client = { ip: '192.0.2.7', device: 'Firefox' }
const frozen = JSON.parse(await readFile(FROZEN, 'utf8').catch(() => '[]')) as Frozen[]

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
    fingerprint: 'frozen',
    client,
  },
})
const stored = { ...event!, stream, revision: 0, position: `p1:${'0'.repeat(19)}1` }
if (frozen.some((sample) => keyOfSample(sample.stored) === keyOfSample(stored)))
  throw new Error(
    `${keyOfSample(stored)} is frozen already: give a changed meaning a new version and an upcaster`,
  )
frozen.push({ stored, reads: { data, client } })
await writeFile(FROZEN, `${JSON.stringify(frozen, null, 1)}\n`)
