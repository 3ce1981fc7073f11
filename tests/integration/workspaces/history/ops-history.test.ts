import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import { proofText, treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import { addLeaf, leafHash, rootOf } from '#platform/primitives/merkle-tree.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import {
  entryHash,
  GENESIS,
  type ExportedEntry,
  type ExportedLog,
} from '#projections/audit/export-queries.ts'
import { ops } from '#support/processes/ops.ts'
import { endEverything, run } from '#support/processes/local-process.ts'
import { witnessSigner } from '#support/workspaces/witness-signer.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-history-'))
afterAll(async () => {
  await endEverything()
  rmSync(folder, { recursive: true })
})

/** Runs the command in a process of its own. The other tests run it in this process, which is ten times faster. */
const started = async (args: readonly string[]) => {
  const process = run(['node', 'services/ops/main.ts', 'history', ...args], folder, {})
  return { code: await process.ended, output: process.output() }
}
const history = (args: readonly string[]) => ops(['history', ...args], folder)
const saved = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const workspaceId = derivedId('workspace')
const CHECKPOINT_KEY = randomToken()
const [key] = checkpointKeys({ CHECKPOINT_KEY })
const claims = { workspaceId, at: '2026-03-01T12:00:00.000Z' }

const entries: ExportedEntry[] = []
for (let sequence = 1; sequence <= 4; sequence += 1) {
  const [id, factHash] = [derivedId(sequence), `h1:${String(sequence).repeat(64)}`]
  const previousHash = entries[0]?.hash ?? null
  const hash = entryHash(previousHash ?? GENESIS, sequence, id, factHash)
  entries.unshift({ sequence, id, hash, previousHash, factHash, action: 'request.created' } as ExportedEntry)
}
const head = { sequence: 4, hash: entries[0]!.hash }
const fileOf = async (signer = key, added: object = {}): Promise<string> => {
  const log = {
    head,
    async *pages() {
      yield entries.map((entry) => ({ ...entry, ...added }))
    },
  } as unknown as ExportedLog
  let text = ''
  for await (const part of historyLines(
    log,
    async () => new Map(),
    (lines) => signCheckpoint(signer, { ...claims, ...head, export: { filters: {}, ...lines } }),
  ))
    text += part
  return text
}

test('verifies an export with the file and the public key alone', async () => {
  const text = await fileOf()
  const whole = saved('whole.jsonl', text)
  const given = await started(['verify', whole, '--key', key.publicKey])
  expect(given).toMatchObject({ code: 0, output: expect.stringContaining('All 4 entries from the first') })
  expect(given.output).toContain(key.id)
  expect(given.output).toContain('None of them was signed by a device.')
  expect(await history(['verify', whole, '--key', key.id])).toMatchObject({ code: 0 })
  // Some programs save it with CRLF.
  const windows = saved('windows.jsonl', text.replaceAll('\n', '\r\n'))
  const kept = saved(
    'kept.json',
    JSON.stringify(signCheckpoint(key, { ...claims, ...entries[2], export: null } as never)),
  )
  for (const anchor of [
    ['--checkpoint', kept],
    ['--key', key.publicKey, '--checkpoint', kept],
  ])
    expect(await history(['verify', windows, ...anchor])).toMatchObject({ code: 0 })
})

test('says that a signature is right only for a wording that the file has', async () => {
  const vector = new URL('../../../evidence/vectors/export-of-before-wordings.jsonl', import.meta.url)
  const { code, output } = await history([
    'verify',
    vector.pathname,
    '--key',
    'Fo68g67axHguS3lQnuOtdcZUuV2kS2DMwDWk0xbHc8k',
  ])
  expect(code).toBe(0)
  expect(output).toContain(
    '4 of them were signed by devices; 0 of these signatures are right for the wording',
  )
  expect(output).toContain('Of the other 4 the file has only the hash')
})

test('a key that begins with a hyphen is a key', async () => {
  let own = key
  while (!own.publicKey.startsWith('-')) [own] = checkpointKeys({ CHECKPOINT_KEY: randomToken() })
  const whole = saved('hyphen.jsonl', await fileOf(own))
  expect(await history(['verify', whole, '--key', own.publicKey])).toMatchObject({ code: 0 })
  expect(await history(['verify', '--key', own.publicKey, whole])).toMatchObject({ code: 0 })
})

test('a file proves nothing without a key or a checkpoint from elsewhere', async () => {
  const { code, output } = await history(['verify', saved('whole.jsonl', await fileOf())])
  expect([code, output]).toEqual([3, expect.stringContaining('NOT PROVED')])
})

test('an export that somebody signed with a key of their own is refused by the key and by a kept checkpoint', async () => {
  const [own] = checkpointKeys({ CHECKPOINT_KEY: randomToken() })
  const forged = saved('forged.jsonl', await fileOf(own))
  const checkpoint = (signer: typeof own) =>
    JSON.stringify(signCheckpoint(signer, { ...claims, ...entries[2], export: null } as never))
  for (const anchor of [
    ['--key', key.publicKey],
    ['--key', key.id],
    ['--checkpoint', saved('kept.json', checkpoint(key))],
  ])
    expect(await history(['verify', forged, ...anchor])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^BROKEN: the checkpoint is signed with the key/),
    })
  // The operator has a new key, and the checkpoint is of the one before.
  const before = saved('before.json', checkpoint(own))
  const whole = saved('whole.jsonl', await fileOf())
  expect(await history(['verify', whole, '--checkpoint', before, '--key', key.id])).toMatchObject({ code: 0 })
})

test('a line separator of Unicode in a text ends no line, and bytes that are no text are refused', async () => {
  const separated = await fileOf(key, { target: { label: 'Zeile 1\u2028Zeile 2' } })
  const file = saved('separated.jsonl', separated)
  expect(await history(['verify', file, '--key', key.id])).toMatchObject({ code: 0 })
  const bytes = saved('bytes.jsonl', '')
  writeFileSync(bytes, Buffer.concat([Buffer.from(separated), Buffer.of(0xff)]))
  expect(await history(['verify', bytes, '--key', key.id])).toMatchObject({
    code: 1,
    output: expect.stringContaining('no text in UTF-8'),
  })
})

test('reports the first faulty entry in one line, without a stack', async () => {
  const text = await fileOf()
  const lines = text.split('\n')
  for (const [name, broken, fault] of [
    [
      'changed',
      text.replace(/"sequence":3(.*)request.created/, '"sequence":3$1request.approved'),
      'entry 3 was changed after the export',
    ],
    ['removed', lines.toSpliced(1, 1).join('\n'), 'entry 3 is missing'],
    ['moved', [lines[1], lines[0], ...lines.slice(2)].join('\n'), 'entry 3 was changed after the export'],
    ['cut', lines.slice(0, 3).join('\n'), 'the file is cut off'],
    ['odd', 'sequence,time\n1,2\n', 'cannot be read'],
    ['empty', '', 'the file is cut off'],
  ] as const) {
    const { code, output } = await history(['verify', saved(`${name}.jsonl`, broken)])
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(new RegExp(`^BROKEN: .*${fault}`))])
    expect(output).not.toContain('    at ')
  }
  const other = checkpointKeys({ CHECKPOINT_KEY: randomToken() })[0]
  const foreign = await history(['verify', saved('whole.jsonl', text), '--key', other.publicKey])
  expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('instead of the given one') })
  const claimed = signCheckpoint(key, { ...claims, sequence: 3, hash: 'a'.repeat(64), export: null })
  const rebuilt = [
    'verify',
    saved('whole.jsonl', text),
    '--checkpoint',
    saved('claimed.json', JSON.stringify(claimed)),
  ]
  expect(await history(rebuilt)).toMatchObject({
    code: 1,
    output: expect.stringContaining('entry 3 differs from the earlier checkpoint'),
  })
})

test('verifies the proof of one entry by the file and the key alone', async () => {
  const settings = { CHECKPOINT_KEY, PUBLIC_BASE_URL: 'https://vieraugen.example' }
  const { checkpoint, verifierKeys } = treeSigner(settings)
  const [entry] = entries
  const { id, factHash, previousHash, hash } = entry!
  const leaves = entries.toReversed().map((one) => leafHash(Buffer.from(one.hash, 'hex')))
  const { peaks, completed } = addLeaf(
    3,
    addLeaf(2, addLeaf(1, [leaves[0]!], leaves[1]!).peaks, leaves[2]!).peaks,
    leaves[3]!,
  )
  expect(completed.length).toBe(2)
  const left = addLeaf(1, [leaves[0]!], leaves[1]!).peaks[0]!
  const note = checkpoint(workspaceId, { size: 4, root: rootOf(peaks) })
  const proof = proofText(4, [leaves[2]!, left], note)
  const file = saved(
    'proof.json',
    JSON.stringify({ entry: { sequence: 4, id, factHash, previousHash, hash }, proof }),
  )
  const [verifier] = verifierKeys(workspaceId)
  expect(await history(['proof', file, '--key', verifier!])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`one of the 4 entries of vieraugen.example/history/${workspaceId}`),
  })
  const [foreign] = treeSigner({ ...settings, CHECKPOINT_KEY: randomToken() }).verifierKeys(workspaceId)
  expect(await history(['proof', file, '--key', foreign!])).toMatchObject({
    code: 1,
    output: expect.stringContaining('BROKEN: the checkpoint is not signed by the given key'),
  })
  expect(await history(['proof', file])).toMatchObject({ code: 2 })
  // A witness is an anchor too, and one that did not sign is refused by name.
  const [witness, other] = [witnessSigner(), witnessSigner()]
  const seen = saved(
    'seen.json',
    JSON.stringify({
      ...JSON.parse(readFileSync(file, 'utf8')),
      proof: proof.replace(note, () => witness.cosigned(note)),
    }),
  )
  for (const anchor of [
    ['--witness', witness.key],
    ['--key', verifier!, '--witness', witness.key],
  ])
    expect(await history(['proof', seen, ...anchor])).toMatchObject({
      code: 0,
      output: expect.stringContaining('The witness'),
    })
  expect(await history(['proof', seen, '--witness', other.key])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/BROKEN: the witness .* did not sign/),
  })
})

test('an export that is older than a kept checkpoint is no forgery, and proves nothing of what came between', async () => {
  const whole = saved('whole.jsonl', await fileOf())
  const kept = (sequence: number, hash: string) =>
    saved('newer.json', JSON.stringify(signCheckpoint(key, { ...claims, sequence, hash, export: null })))
  expect(await history(['verify', whole, '--checkpoint', kept(9, 'b'.repeat(64))])).toMatchObject({
    code: 3,
    output: expect.stringContaining('is older than the checkpoint that was kept. That alone is no forgery'),
  })
  // At the same place it is another history.
  expect(await history(['verify', whole, '--checkpoint', kept(4, 'b'.repeat(64))])).toMatchObject({ code: 1 })
  expect(await history(['verify', whole, '--witness', 'a+b+c'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('Witnesses sign no exports'),
  })
})

test('a kept checkpoint that a witness signed says that the log of an export begins with its tree', async () => {
  const whole = saved('seen.jsonl', await fileOf())
  const { checkpoint } = treeSigner({ CHECKPOINT_KEY, PUBLIC_BASE_URL: 'https://vieraugen.example' })
  const leaves = entries.toReversed().map(({ hash }) => leafHash(Buffer.from(hash, 'hex')))
  const peaksOf = (all: readonly Buffer[]) =>
    all.reduce<Buffer[]>((peaks, leaf, at) => addLeaf(at, peaks, leaf).peaks, [])
  const [witness, other] = [witnessSigner(), witnessSigner('insurer.example/w')]
  const kept = (root: Buffer, size = 3) => {
    const note = checkpoint(workspaceId, { size, root })
    const signed = signCheckpoint(key, { ...claims, sequence: 3, hash: entries[1]!.hash, export: null })
    return saved('kept.json', JSON.stringify({ ...signed, note: witness.cosigned(note), verifierKeys: [] }))
  }
  const judged = (file: string, ...more: readonly string[]) =>
    history(['verify', whole, '--checkpoint', file, '--witness', witness.key, ...more])
  expect(await judged(kept(rootOf(peaksOf(leaves.slice(0, 3)))))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/begins with the 3 entries[^]*The witness auditor.example\/w signed/),
  })
  expect(await judged(kept(rootOf(peaksOf(leaves.slice(0, 3)))), '--witness', other.key)).toMatchObject({
    code: 1,
    output: expect.stringContaining('BROKEN: the witness insurer.example/w did not sign'),
  })
  const rewritten = [leaves[0]!, leafHash(Buffer.from('something else')), leaves[2]!]
  expect(await judged(kept(rootOf(peaksOf(rewritten))))).toMatchObject({
    code: 1,
    output: expect.stringContaining('BROKEN: the later log does not begin with the earlier one'),
  })
})

test('two kept checkpoints and the proof of the product say whether history was rewritten', async () => {
  const settings = { CHECKPOINT_KEY, PUBLIC_BASE_URL: 'https://vieraugen.example' }
  const { checkpoint, verifierKeys } = treeSigner(settings)
  const leaves = ['1', '2', '3'].map((text) => leafHash(Buffer.from(text)))
  const two = addLeaf(1, [leaves[0]!], leaves[1]!).peaks
  const three = addLeaf(2, two, leaves[2]!).peaks
  const kept = (name: string, size: number, root: Buffer, from = checkpoint) =>
    saved(
      name,
      JSON.stringify({ note: from(workspaceId, { size, root }), verifierKeys: verifierKeys(workspaceId) }),
    )
  const [older, newer] = [kept('older.json', 2, rootOf(two)), kept('later.json', 3, rootOf(three))]
  const proof = saved('growth.json', JSON.stringify({ hashes: [leaves[2]!.toString('base64')] }))
  expect(await history(['consistency', older, newer, proof])).toMatchObject({
    code: 0,
    output: expect.stringContaining('of 3 entries begins with the 2 of the older checkpoint'),
  })
  expect(await history(['consistency', older, older])).toMatchObject({ code: 0 })
  const rewritten = kept('rewritten.json', 3, leafHash(Buffer.from('something else')))
  expect(await history(['consistency', older, rewritten, proof])).toMatchObject({
    code: 1,
    output: expect.stringContaining('BROKEN: the later log does not begin with the earlier one'),
  })
  const fork = kept('fork.json', 2, leafHash(Buffer.from('something else')))
  expect(await history(['consistency', older, fork])).toMatchObject({ code: 1 })
  const foreign = treeSigner({ ...settings, CHECKPOINT_KEY: randomToken() })
  const stranger = kept('stranger.json', 3, rootOf(three), foreign.checkpoint)
  expect(await history(['consistency', older, stranger, proof])).toMatchObject({
    code: 1,
    output: expect.stringContaining('not signed by the given key'),
  })
  expect(await history(['consistency', newer, older, proof])).toMatchObject({
    code: 1,
    output: expect.stringContaining('give the older one first'),
  })
  expect(await history(['consistency', older, newer])).toMatchObject({
    code: 1,
    output: expect.stringContaining('history-consistency?from=2&to=3'),
  })
  // Notes alone name no key.
  const bare = saved('bare.txt', checkpoint(workspaceId, { size: 2, root: rootOf(two) }))
  expect(await history(['consistency', bare, bare])).toMatchObject({ code: 2 })
  expect(await history(['consistency', bare, bare, '--witness', witnessSigner().key])).toMatchObject({
    code: 1,
    output: expect.stringContaining('did not sign'),
  })
})

test('reports missing files and bad arguments', async () => {
  expect(await history(['verify', join(folder, 'nowhere')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not exist'),
  })
  for (const args of [[], ['verify'], ['check', 'x'], ['verify', 'a', 'b'], ['verify', 'a', '--kee', 'b']])
    expect(await history(args)).toMatchObject({
      code: 2,
      output: expect.stringContaining('history verify FILE'),
    })
  const odd = saved('odd.json', '{}')
  expect(await history(['verify', odd, '--checkpoint', odd])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not a checkpoint'),
  })
})

test('a Beleg is told by what it is: one that no key signed is broken, and says why', async () => {
  const beleg = saved(
    'beleg.json',
    '{"content":{},"kind":"vieraugen.beleg","logSignature":"","signature":"","v":1}',
  )
  expect(await history(['verify', beleg, '--key', key.id])).toMatchObject({
    code: 1,
    output: expect.stringContaining('BROKEN: unreadable.'),
  })
})
