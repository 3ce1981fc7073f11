import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import { textOfNote } from '#contract/evidence/notes.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { readCosigner } from '#platform/config/witness-settings.ts'
import { cosignedAt } from '#platform/witnesses/cosignatures.ts'
import { addLeaf, leafHash } from '#platform/primitives/merkle-tree.ts'
import { entryHash, GENESIS } from '#projections/audit/chain.ts'
import { showToWitnesses } from '#modules/workspaces/history/show-to-witnesses.ts'
import { inspectWitnesses } from '../../../../services/ops/doctor/inspect-witnesses.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { endEverything, run, temporaryFolder, type LocalProcess } from '#support/processes/local-process.ts'

/** A process of `npm run witness` with a file of its own, at the same address at each start. */
const witnessOf = async (name: string) => {
  const folder = temporaryFolder()
  let process: LocalProcess | undefined
  const start = async (port: string, logs: readonly string[], file = 'witness.json') => {
    const watched = logs.flatMap((key) => ['--log', key])
    const place = ['--state', join(folder, file), '--name', name, '--port', port]
    process = run(['node', 'services/witness/main.ts', ...place, ...watched], folder)
    return process.prints('listens on')
  }
  const stop = async () => {
    process?.signal('SIGTERM')
    await process?.ended
  }
  const output = await start('0', [ANY_LOG])
  const port = /listens on \S+:(\d+)/.exec(output)![1]!
  const verifierKey = /verifier key is (\S+)/.exec(output)![1]!
  await stop()
  return {
    verifierKey,
    setting: `http://127.0.0.1:${port} ${verifierKey}`,
    start: (logs: readonly string[], file?: string) => start(port, logs, file),
    stop,
  }
}
/** Of golang.org/x/mod/sumdb/note: a witness watches at least one log. */
const ANY_LOG = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

/** Makes chain and tree of a log anew, with another fact at its second place. */
const rewrite = async (db: Knex, workspaceId: string, { changes = true } = {}): Promise<void> => {
  const rows = await db('audit_entries').where({ workspace_id: workspaceId }).orderBy('sequence')
  let [previous, peaks]: [string, Buffer[]] = [GENESIS, []]
  for (const [at, { id, sequence, fact_hash: known }] of rows.entries()) {
    const factHash = at === 1 && changes ? `h1:${'0'.repeat(64)}` : known
    const hash = entryHash(previous, Number(sequence), id, factHash)
    const grown = addLeaf(at, peaks, leafHash(Buffer.from(hash, 'hex')))
    const entry = { workspace_id: workspaceId, sequence }
    await db('audit_entries').where(entry).update({ hash, fact_hash: factHash })
    for (const { level, index, hash: inner } of grown.completed)
      await db('audit_subtrees')
        .where({ workspace_id: workspaceId, level, index })
        .update({ hash: inner.toString('hex') })
    previous = hash
    peaks = grown.peaks
  }
  const head = { hash: previous, peaks: peaks.map((hash) => hash.toString('hex')) }
  await db('audit_heads').where({ workspace_id: workspaceId }).update(head)
}

let api: RequestApi
let witnesses: readonly Awaited<ReturnType<typeof witnessOf>>[]
beforeAll(async () => {
  witnesses = [await witnessOf('auditor.example/w1'), await witnessOf('insurer.example/w2')]
  api = await openRequests({ WITNESSES: witnesses.map(({ setting }) => setting).join(', ') })
})
afterAll(async () => {
  await api?.product.close()
  await endEverything()
})

let team: Team
beforeEach(async () => {
  for (const witness of witnesses) await witness.stop()
  team = await api.team()
  await api.product.projector.caughtUp()
})

const show = () => showToWitnesses(api.product.platform, new AbortController().signal)
/** Shows the logs when every wait has passed. */
const showLater = async () => {
  await api.product.projector.caughtUp()
  const before = new Date('2026-01-01T00:00:00Z')
  await api.product.platform.db('witnessed_logs').update({ next_at: before, signed_at: before })
  await show()
}
const read = async (path: string) => {
  const answer = await api.get(`/workspaces/${path}`, team.admin)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const checkpoint = () => read(`history-checkpoint/${team.id}`)
const startAll = async () => {
  const { verifierKeys } = await checkpoint()
  for (const witness of witnesses) await witness.start(verifierKeys)
}

/** When this witness signed the note; null if it did not. */
const signedAt = (note: string, verifierKey: string): Date | null => {
  const end = note.lastIndexOf('\n\n')
  const key = readCosigner(verifierKey)!
  const dates = note
    .slice(end + 2, -1)
    .split('\n')
    .map((line) => cosignedAt(note.slice(0, end + 1), line, key))
  return dates.find((at) => at !== null) ?? null
}

test('a checkpoint carries the signatures of all witnesses, and an admin sees who saw how many entries when', async () => {
  await startAll()
  await showLater()
  const { note, content, verifierKeys, witnesses: seen } = await checkpoint()
  expect(await textOfNote(note, verifierKeys[0])).toContain(`\n${content.sequence}\n`)
  for (const { verifierKey } of witnesses) expect(signedAt(note, verifierKey)).toBeInstanceOf(Date)
  expect(seen).toEqual(
    witnesses.map(({ verifierKey }) => ({
      name: verifierKey.split('+')[0],
      verifierKey,
      size: content.sequence,
      at: signedAt(note, verifierKey)!.toISOString(),
      trouble: null,
      since: null,
      contradictedAt: null,
    })),
  )
})

test('a log that grows is shown again with a proof, and the log does not grow by that', async () => {
  await startAll()
  await showLater()
  const before = await checkpoint()
  for (let i = 0; i < 20; i += 1) await api.newRequest(team)
  await showLater()
  const after = await checkpoint()
  expect(after.content.sequence).toBeGreaterThan(before.content.sequence)
  expect(after.witnesses).toMatchObject(
    witnesses.map(() => ({ size: after.content.sequence, trouble: null })),
  )
  await showLater()
  expect((await checkpoint()).content.sequence).toBe(after.content.sequence)
})

test('a proof has the newest checkpoint that witnesses signed, if it covers the entry, otherwise one of now', async () => {
  await startAll()
  await showLater()
  const { content, verifierKeys } = await checkpoint()
  await api.newRequest(team)
  await api.product.projector.caughtUp()
  const noteFor = async (sequence: number): Promise<string> => {
    const { proof } = await read(`history-proof/${team.id}?sequence=${sequence}`)
    return proof.slice(proof.indexOf('\n\n') + 2)
  }
  const [old, now] = [await noteFor(content.sequence), await noteFor(content.sequence + 1)]
  for (const note of [old, now]) expect(await textOfNote(note, verifierKeys[0])).not.toBeNull()
  expect(old).toContain(`\n${content.sequence}\n`)
  for (const { verifierKey } of witnesses)
    expect([signedAt(old, verifierKey), signedAt(now, verifierKey)]).toEqual([expect.any(Date), null])
})

test('a Beleg has the newest checkpoint that witnesses signed, so that a witness is an anchor of it', async () => {
  await startAll()
  const id = await api.newRequest(team)
  const belegOf = async () =>
    JSON.stringify((await api.get(`/requests/beleg/${id}?format=json`, team.anna)).body)
  await api.product.projector.caughtUp()
  const keys = (await checkpoint()).verifierKeys
  const all = witnesses.map(({ verifierKey }) => verifierKey)
  const refused = { result: 'refused', reasons: [{ code: 'other-witness', sequence: null }] }
  expect(await verifyBeleg(await belegOf(), { keys, witnesses: all })).toMatchObject(refused)
  await showLater()
  const { content } = await checkpoint()
  await api.newRequest(team)
  await api.product.projector.caughtUp()
  const text = await belegOf()
  const { result, notProved, found } = await verifyBeleg(text, { keys, witnesses: all })
  expect([result, notProved, found?.size]).toEqual([
    'proved',
    ['names', 'later', 'no-time-stamp'],
    content.sequence,
  ])
  expect(found?.witnesses).toEqual(
    all.map((verifierKey) => ({ name: verifierKey.split('+')[0], at: expect.any(String) })),
  )
  // Of another witness with the same name.
  const swapped = (await witnessOf('auditor.example/w1')).verifierKey
  expect(await verifyBeleg(text, { keys, witnesses: [swapped] })).toMatchObject(refused)
})

test('a witness that is away holds nobody up, is shown as not reached since then, and signs when it is back', async () => {
  const [first, second] = [witnesses[0]!, witnesses[1]!]
  const { verifierKeys } = await checkpoint()
  await first.start(verifierKeys)
  await showLater()
  expect((await checkpoint()).witnesses).toMatchObject([
    { trouble: null, size: expect.any(Number) },
    { trouble: 'unreached', size: null, at: null, since: expect.any(String) },
  ])
  const { since } = (await checkpoint()).witnesses[1]
  await showLater()
  expect((await checkpoint()).witnesses[1]).toMatchObject({ trouble: 'unreached', since })
  await second.start(verifierKeys)
  await showLater()
  expect((await checkpoint()).witnesses[1]).toMatchObject({
    trouble: null,
    since: null,
    size: expect.any(Number),
  })
})

test('a witness that does not watch this log says so', async () => {
  for (const witness of witnesses) await witness.start([ANY_LOG])
  await showLater()
  expect((await checkpoint()).witnesses).toMatchObject(witnesses.map(() => ({ trouble: 'unknown' })))
  // Not each witness watches each log.
  expect((await inspectWitnesses(api.product.platform)).advice!.join()).not.toContain('unknown')
})

test('a witness that signed more than is known here, as its answer was lost, is asked from there', async () => {
  await startAll()
  await showLater()
  await api.newRequest(team)
  const { db } = api.product.platform
  const known = await db('witnessed_logs').where({ workspace_id: team.id })
  await showLater()
  for (const { workspace_id, witness, size, root, line } of known)
    await db('witnessed_logs').where({ workspace_id, witness }).update({ size, root, line })
  await api.newRequest(team)
  await showLater()
  const { content, witnesses: seen } = await checkpoint()
  expect(seen).toMatchObject(witnesses.map(() => ({ trouble: null, size: content.sequence })))
})

test('a row that somebody wrote into the database counts for nothing', async () => {
  await startAll()
  await showLater()
  const { db } = api.product.platform
  const forged = (root: string) => root.replace(/^../, 'AA')
  for (const { witness, root } of await db('witnessed_logs').where({ workspace_id: team.id }))
    await db('witnessed_logs')
      .where({ workspace_id: team.id, witness })
      .update({ root: forged(root) })
  expect((await checkpoint()).witnesses).toMatchObject(witnesses.map(() => ({ size: null, at: null })))
})

test('a log that is shorter than what a witness signed is not the one that it saw', async () => {
  await startAll()
  await showLater()
  const { db } = api.product.platform
  const rows = await db('audit_entries').where({ workspace_id: team.id }).orderBy('sequence')
  await db('audit_entries')
    .where({ workspace_id: team.id, sequence: rows.at(-1).sequence })
    .delete()
  await rewrite(db, team.id, { changes: false })
  await db('audit_heads')
    .where({ workspace_id: team.id })
    .update({ sequence: rows.length - 1 })
  await showLater()
  expect((await checkpoint()).witnesses).toMatchObject(
    witnesses.map(() => ({ trouble: 'contradicted', contradictedAt: expect.any(String) })),
  )
})

test('after a change of the past in the database, the two checkpoints and the witness show it', async () => {
  await startAll()
  await showLater()
  const before = await checkpoint()
  const { db } = api.product.platform
  // As somebody who owns the database and the keys of the product: another entry in the past, and a tree that fits it.
  await rewrite(db, team.id)
  const after = await checkpoint()
  const [old, now] = await Promise.all(
    [before, after].map(({ note, verifierKeys }) => textOfNote(note, verifierKeys[0])),
  )
  // The product has signed both, for the same number of entries.
  expect(old!.split('\n').slice(0, 2)).toEqual(now!.split('\n').slice(0, 2))
  expect(old).not.toBe(now)
  for (const { verifierKey } of witnesses) {
    expect(signedAt(before.note, verifierKey)).toBeInstanceOf(Date)
    expect(signedAt(after.note, verifierKey)).toBeNull()
  }
  await showLater()
  expect((await checkpoint()).witnesses).toMatchObject(
    witnesses.map(() => ({ trouble: 'contradicted', contradictedAt: expect.any(String) })),
  )
  // Told once for each witness, however often it says so.
  await showLater()
  await api.product.projector.caughtUp()
  const { entries } = await read(`history/${team.id}?action=workspace.history-contradicted`)
  expect(entries).toHaveLength(witnesses.length)
  const found = await inspectWitnesses(api.product.platform)
  expect(found).toMatchObject({ isWrong: true })
  expect(found.advice!.join('\n')).toContain('contradicted: a witness has seen another history')
})
