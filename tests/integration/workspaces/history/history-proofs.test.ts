import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOfNote } from '#contract/evidence/notes.ts'
import { isConsistent, isIncluded, leafHash } from '#contract/evidence/tree.ts'
import { entryHash, GENESIS } from '#projections/audit/chain.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
let team: Team
let size: number

beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
  // More than two subtrees that have rows.
  for (let i = 0; i < 30; i += 1) await api.newRequest(team)
  await api.product.projector.caughtUp()
  size = (await checkpoint()).content.sequence
})
afterAll(() => api?.product.close())

const read = (path: string) => api.get(`/workspaces/${path}`, team.admin)
const checkpoint = async () => (await read(`history-checkpoint/${team.id}`)).body
const proofOf = (sequence: number) => read(`history-proof/${team.id}?sequence=${sequence}`)
const consistency = (from: number, to: number) => read(`history-consistency/${team.id}?from=${from}&to=${to}`)
const fromBase64 = (text: string) => Buffer.from(text, 'base64')

/** The tree that a signed checkpoint states. */
const treeIn = async (note: string, verifier: string) => {
  const [origin, leaves, root] = (await textOfNote(note, verifier))!.split('\n')
  return { origin, size: Number(leaves), root: fromBase64(root!) }
}

/** The parts of a `tlog-proof`. */
const parse = (text: string) => {
  const end = text.indexOf('\n\n')
  const [version, index, ...hashes] = text.slice(0, end).split('\n')
  expect(version).toBe('c2sp.org/tlog-proof@v1')
  return {
    index: Number(/^index (\d+)$/.exec(index!)![1]),
    hashes: hashes.map(fromBase64),
    note: text.slice(end + 2),
  }
}

test('each entry is proved by its hash, the proof and a checkpoint alone', async () => {
  expect(size).toBeGreaterThan(32)
  const { verifierKeys } = await checkpoint()
  for (let sequence = 1; sequence <= size; sequence += 1) {
    const { body } = await proofOf(sequence)
    const { id, factHash, previousHash, hash } = body.entry
    expect(hash).toBe(entryHash(previousHash ?? GENESIS, sequence, id, factHash))
    const { index, hashes, note } = parse(body.proof)
    const tree = await treeIn(note, verifierKeys[0])
    expect(tree.origin).toBe(`localhost/history/${team.id}`)
    expect(index).toBe(sequence - 1)
    const leaf = await leafHash(Buffer.from(hash, 'hex'))
    expect(await isIncluded({ ...tree, index }, leaf, hashes)).toBe(true)
  }
})

test('the log is proved to have only grown between any two of its sizes', async () => {
  const { note, verifierKeys } = await checkpoint()
  const newest = await treeIn(note, verifierKeys[0])
  for (let from = 0; from <= size; from += 3) {
    const { body } = await consistency(from, size)
    const [older, newer] = [
      { size: from, root: fromBase64(body.fromRoot) },
      { size, root: fromBase64(body.toRoot) },
    ]
    expect(newer).toMatchObject({ size: newest.size, root: newest.root })
    expect(await isConsistent(older, newer, body.hashes.map(fromBase64))).toBe(true)
  }
})

test('a checkpoint stays consistent while the log grows', async () => {
  const { note, verifierKeys } = await checkpoint()
  const older = await treeIn(note, verifierKeys[0])
  await api.newRequest(team)
  await api.product.projector.caughtUp()
  const newer = await treeIn((await checkpoint()).note, verifierKeys[0])
  expect(newer.size).toBeGreaterThan(older.size)
  const { body } = await consistency(older.size, newer.size)
  expect(await isConsistent(older, newer, body.hashes.map(fromBase64))).toBe(true)
})

test.each([
  ['an entry that is not there yet', 'history-proof', 'sequence=100000', 'sequence'],
  ['no entry', 'history-proof', 'sequence=0', 'sequence'],
  ['a size that is not reached yet', 'history-consistency', 'from=1&to=100000', 'to'],
  ['a size after the later one', 'history-consistency', 'from=3&to=2', 'from'],
  ['a size that is no number', 'history-consistency', 'from=x&to=2', 'from'],
])('a proof for %s is refused', async (_, path, query, field) => {
  const answer = await read(`${path}/${team.id}?${query}`)
  expectRefused(answer, 400, 'input.invalid')
  expect(answer.body.details).toEqual([expect.objectContaining({ field })])
})

test('no proof is handed out after somebody removed a row of the tree', async () => {
  const row = api.product.platform.db('audit_subtrees').where({ workspace_id: team.id, level: 4, index: 1 })
  const before = await row.clone().first()
  await row.clone().delete()
  expectRefused(await proofOf(1), 503, 'fact.altered')
  expectRefused(await consistency(16, size), 503, 'fact.altered')
  await api.product.platform.db('audit_subtrees').insert(before)
  expect((await proofOf(1)).status).toBe(200)
})

test.each([
  ['a hash of the tree', 'audit_subtrees', { level: 4, index: 1 }, { hash: '0'.repeat(64) }],
  ['the hash of another entry', 'audit_entries', { sequence: 2 }, { hash: '0'.repeat(64) }],
  ['the entry', 'audit_entries', { sequence: 1 }, { fact_hash: 'h1:forged' }],
])('no proof is handed out after somebody changed %s', async (_, table, where, change) => {
  const rows = api.product.platform.db(table).where({ workspace_id: team.id, ...where })
  const before = await rows.clone().first(...Object.keys(change))
  await rows.clone().update(change)
  expectRefused(await proofOf(1), 503, 'fact.altered')
  await rows.clone().update(before)
  expect((await proofOf(1)).status).toBe(200)
})
