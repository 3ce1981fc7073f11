import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  addLeaf,
  consistencyParts,
  leafHash,
  rootOf,
  type HashedSubtree,
  type Part,
} from '#platform/primitives/merkle-tree.ts'
import { run, endEverything, temporaryFolder, type LocalProcess } from '#support/processes/local-process.ts'
import { litewitness, sumDatabase } from './published-witness-vectors.ts'

afterEach(() => endEverything())

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const rawKey = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
const idOf = (name: string, type: number, key: Buffer) =>
  sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4)

/** A log with leaves `1`, `2`, …, from `forkedAt` on with others. */
const logOf = (origin: string, leaves: number, forkedAt = Infinity) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = rawKey(privateKey)
  const id = idOf(origin, 1, key)
  const verifierKey = `${origin}+${id.toString('hex')}+${Buffer.concat([Buffer.of(1), key]).toString('base64')}`
  const grow = (from: number) => {
    const subtrees: HashedSubtree[] = []
    const roots = [rootOf([])]
    let peaks: Buffer[] = []
    for (let i = 0; i < leaves; i += 1) {
      const hash = leafHash(Buffer.from(i < from ? `${i}` : `other ${i}`))
      const grown = addLeaf(i, peaks, hash)
      subtrees.push({ level: 0, index: i, hash }, ...grown.completed)
      peaks = grown.peaks
      roots.push(rootOf(peaks))
    }
    const rootOfPart = (part: Part) =>
      rootOf(
        part.map(
          ({ level, index }) => subtrees.find((one) => one.level === level && one.index === index)!.hash,
        ),
      )
    return {
      roots,
      checkpoint(size: number, root = roots[size]!) {
        const text = `${origin}\n${size}\n${root.toString('base64')}\n`
        const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64')
        return `${text}\n— ${origin} ${signature}\n`
      },
      proof: (old: number, size: number) =>
        consistencyParts(old, size).map((part) => `${rootOfPart(part).toString('base64')}\n`),
    }
  }
  const tree = grow(Infinity)
  const bodyOf = (of: typeof tree) => (old: number, size: number) =>
    `old ${old}\n${of.proof(old, size).join('')}\n${of.checkpoint(size)}`
  return { ...tree, verifierKey, body: bodyOf(tree), forked: bodyOf(grow(forkedAt)) }
}

type Witness = {
  readonly process: LocalProcess
  readonly url: string
  readonly verifierKey: string
  readonly post: (body: string | Buffer) => Promise<{ status: number; type: string | null; text: string }>
}

const start = async (
  folder: string,
  logs: readonly string[],
  { args = [], node = [] }: { readonly args?: readonly string[]; readonly node?: readonly string[] } = {},
): Promise<Witness> => {
  const file = join(folder, 'witness.json')
  const watched = logs.flatMap((key) => ['--log', key])
  const command = ['node', ...node, 'services/witness/main.ts', '--state', file, '--port', '0']
  const process = run([...command, ...watched, ...args], folder)
  const output = await process.prints('listens on')
  const url = /listens on (\S+)/.exec(output)![1]!
  const post = async (body: string | Buffer) => {
    const reply = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
  }
  return { process, url, post, verifierKey: /verifier key is (\S+)/.exec(output)![1]! }
}

/** The time of a cosignature if it is right for the note: made here from the specification alone. */
const cosignedAt = (line: string, note: string, verifierKey: string): number => {
  const [name, id, typed] = verifierKey.split('+') as [string, string, string]
  const key = Buffer.from(verifierKey.slice(name.length + id.length + 2), 'base64')
  expect(typed).toBeDefined()
  expect(key[0]).toBe(4)
  expect(id).toBe(idOf(name, 4, key.subarray(1)).toString('hex'))
  const [, signer, text] = /^— (\S+) (\S+)\n$/.exec(line)!
  const bytes = Buffer.from(text!, 'base64')
  expect([signer, bytes.subarray(0, 4).toString('hex'), bytes.length]).toEqual([name, id, 76])
  const time = bytes.readBigUInt64BE(4)
  const signed = `cosignature/v1\ntime ${time}\n${note.slice(0, note.lastIndexOf('\n\n') + 1)}`
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.subarray(1)])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(signed), publicKey, bytes.subarray(12))).toBe(true)
  return Number(time)
}

const ORIGIN = 'vieraugen.example/history/1'
const seenIn = (folder: string, origin = ORIGIN): number =>
  Number(JSON.parse(readFileSync(join(folder, 'witness.json'), 'utf8')).logs[origin]?.size ?? 0)

test('a witness signs each checkpoint that continues the one before, with the time', async () => {
  const log = logOf(ORIGIN, 40)
  const witness = await start(temporaryFolder(), [log.verifierKey], {
    args: ['--name', 'witness.example/w1'],
  })
  expect(witness.verifierKey).toMatch(/^witness[.]example[/]w1[+]/)
  for (const [old, size] of [
    [0, 1],
    [1, 1],
    [1, 7],
    [7, 8],
    [8, 33],
    [33, 40],
  ] as const) {
    const before = Math.floor(Date.now() / 1000)
    const { status, text } = await witness.post(log.body(old, size))
    expect(status).toBe(200)
    const time = cosignedAt(text, log.checkpoint(size), witness.verifierKey)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now() / 1000)
  }
})

test('every consistency proof between two sizes up to 24 is accepted, and none of them for another size', async () => {
  const sizes = Array.from({ length: 24 }, (_, i) => i + 1)
  const logs = sizes.map((size) => logOf(`log/${size}`, 24))
  const witness = await start(
    temporaryFolder(),
    logs.map(({ verifierKey }) => verifierKey),
  )
  for (const old of sizes) {
    const log = logs[old - 1]!
    expect((await witness.post(log.body(0, old))).status).toBe(200)
    if (old + 2 > 24) continue
    const wrong = `old ${old}\n${log.proof(old, old + 2).join('')}\n${log.checkpoint(old + 1)}`
    expect((await witness.post(wrong)).status).toBe(422)
    expect((await witness.post(log.body(old, 24))).status).toBe(200)
  }
})

test.each(litewitness.requests)(
  '$status as the witness of torchwood: $what',
  async ({ before, body, status, text }) => {
    const witness = await start(temporaryFolder(), [litewitness.log])
    for (const one of before) expect((await witness.post(one)).status).toBe(200)
    expect(await witness.post(body)).toMatchObject({ status, ...(text !== undefined && { text }) })
  },
)

test('a log whose key has another name is watched by its origin: the database of Go’s checksums', async () => {
  const witness = await start(temporaryFolder(), [sumDatabase.log])
  const { status, text } = await witness.post(`old 0\n\n${sumDatabase.checkpoint}`)
  expect(status).toBe(200)
  cosignedAt(text, sumDatabase.checkpoint, witness.verifierKey)
})

test('a refusal says why by its status, and leaves the record as it is', async () => {
  const [log, stranger] = [logOf(ORIGIN, 20, 5), logOf(ORIGIN, 20)]
  const other = logOf('vieraugen.example/history/2', 20)
  const folder = temporaryFolder()
  const witness = await start(folder, [log.verifierKey])
  expect((await witness.post(log.body(0, 10))).status).toBe(200)
  const hash = `${sha256('x').toString('base64')}\n`
  const cases: readonly (readonly [body: string | Buffer, status: number, text?: string])[] = [
    [other.body(0, 1), 404],
    [stranger.body(10, 12), 403],
    // A right signature beside a wrong one in the same name.
    [log.body(10, 12) + log.checkpoint(11).split('\n\n')[1]!, 403],
    [log.body(10, 12).replace('old 10', 'old 13'), 400],
    [log.body(12, 14), 409, '10\n'],
    [log.body(0, 14), 409, '10\n'],
    [log.body(9, 14), 409, '10\n'],
    [log.forked(10, 12), 422],
    [log.body(10, 12).replace('old 10\n', `old 10\n${hash}`), 422],
    [`old 10\n\n${log.checkpoint(12)}`, 422],
    // Signed by the log, for more entries than its tree has.
    [`old 10\n${log.proof(10, 12).join('')}\n${log.checkpoint(20, log.roots[12])}`, 422],
    [`old 10\n${hash}\n${log.checkpoint(10)}`, 422],
    [log.body(10, 12).replace('old 10', 'old 010'), 400],
    [log.body(10, 12).replace('old 10', 'new 10'), 400],
    [log.body(10, 12).replace('old 10', 'old 9223372036854775808'), 400],
    [`old 10\n${hash.repeat(64)}\n${log.checkpoint(12)}`, 400],
    [`old 10\nAAAA\n\n${log.checkpoint(12)}`, 400],
    [log.body(10, 12).trimEnd(), 400],
    [log.body(10, 12).replaceAll('\n', '\r\n'), 400],
    [`${log.body(10, 12)}more\n`, 400],
    [Buffer.concat([Buffer.from(log.body(10, 12)), Buffer.of(0xff)]), 400],
    ['', 400],
    ['x'.repeat(200_000), 413],
  ]
  for (const [body, status, text] of cases)
    expect([body, await witness.post(body)]).toEqual([
      body,
      expect.objectContaining({ status, ...(text && { text, type: 'text/x.tlog.size' }) }),
    ])
  expect(seenIn(folder)).toBe(10)
  expect((await witness.post(log.body(10, 12))).status).toBe(200)
})

test('an empty log is signed with the root of no entries, and no other', async () => {
  const log = logOf(ORIGIN, 3)
  const witness = await start(temporaryFolder(), [log.verifierKey])
  expect((await witness.post(`old 0\n\n${log.checkpoint(0, sha256('x'))}`)).status).toBe(422)
  expect((await witness.post(log.body(0, 0))).status).toBe(200)
  expect((await witness.post(`old 0\n${log.proof(1, 3)[0]}\n${log.checkpoint(3)}`)).status).toBe(422)
  expect((await witness.post(log.body(0, 3))).status).toBe(200)
})

test('two checkpoints of one size are kept as the proof that a log was forked', async () => {
  const log = logOf(ORIGIN, 10, 5)
  const folder = temporaryFolder()
  const witness = await start(folder, [log.verifierKey])
  await witness.post(log.body(0, 10))
  const forked = log.forked(10, 10)
  expect((await witness.post(forked)).status).toBe(422)
  const { forks } = JSON.parse(readFileSync(join(folder, 'witness.json'), 'utf8'))
  const [seen, other] = forks[ORIGIN] as [string, string]
  expect(seen).toContain(log.checkpoint(10))
  expect(`old 10\n\n${other}`).toBe(forked)
})

test('what a witness has signed can be read there, with both signatures', async () => {
  const log = logOf(ORIGIN, 4)
  const witness = await start(temporaryFolder(), [log.verifierKey])
  const read = (origin: string) => fetch(`${witness.url}/${sha256(origin).toString('hex')}/checkpoint`)
  expect((await read(ORIGIN)).status).toBe(404)
  const { text } = await witness.post(log.body(0, 4))
  const reply = await read(ORIGIN)
  expect([reply.status, await reply.text()]).toEqual([200, log.checkpoint(4) + text])
})

test('of requests at the same time that continue the same checkpoint one wins, and nothing is rolled back', async () => {
  const log = logOf(ORIGIN, 60)
  const folder = temporaryFolder()
  const witness = await start(folder, [log.verifierKey])
  let seen = 0
  while (seen < 60) {
    const bodies = Array.from({ length: Math.min(8, 60 - seen) }, (_, i) => log.body(seen, seen + i + 1))
    const replies = await Promise.all(bodies.map(witness.post))
    // A request for the size that was just signed, with its own old size, would be another one.
    const won = replies.flatMap(({ status }, i) => (status === 200 ? [seen + i + 1] : []))
    expect(won).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(replies.length - 1)
    expect(seenIn(folder)).toBe(won[0])
    seen = won[0]!
  }
})

/** Ends the process without notice at a call of `node:fs`. */
const crashAt = (name: string, when: 'before' | 'after', call: number) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const real = fs.${name}
    let calls = 0
    const die = () => { process.kill(process.pid, 'SIGKILL'); for (;;) {} }
    fs.${name} = (...args) => {
      calls += 1
      if (calls === ${call} && '${when}' === 'before') die()
      const result = real(...args)
      if (calls === ${call}) die()
      return result
    }
    syncBuiltinESMExports()`)}`,
]

test.each([
  // The first call is the start, the second the first checkpoint.
  { what: 'before it writes', name: 'writeFileSync', when: 'before', seen: 5 },
  { what: 'before the file is replaced', name: 'renameSync', when: 'before', seen: 5 },
  { what: 'between the record and the answer', name: 'renameSync', when: 'after', seen: 9 },
] as const)('after a crash $what a witness knows what it has signed', async ({ name, when, seen }) => {
  const log = logOf(ORIGIN, 12, 2)
  const folder = temporaryFolder()
  const first = await start(folder, [log.verifierKey], { node: crashAt(name, when, 3) })
  expect((await first.post(log.body(0, 5))).status).toBe(200)
  await expect(first.post(log.body(5, 9))).rejects.toThrow(/fetch failed/)
  expect(await first.process.ended).toBe('SIGKILL')
  expect(seenIn(folder)).toBe(seen)
  const again = await start(folder, [log.verifierKey])
  expect(again.verifierKey).toBe(first.verifierKey)
  expect((await again.post(log.forked(seen, 12))).status).toBe(422)
  // Who got no answer asks again, with the size that the witness names.
  const reply = await again.post(log.body(5, 9))
  expect(reply).toMatchObject(seen === 5 ? { status: 200 } : { status: 409, text: '9\n' })
  expect((await again.post(log.body(9, 9))).status).toBe(200)
})

test('a witness whose file somebody else has written signs nothing more', async () => {
  const log = logOf(ORIGIN, 4)
  const folder = temporaryFolder()
  const witness = await start(folder, [log.verifierKey])
  const file = join(folder, 'witness.json')
  const old = readFileSync(file)
  await witness.post(log.body(0, 2))
  writeFileSync(file, old)
  expect((await witness.post(log.body(2, 4))).status).toBe(500)
})

test('the file with the key is for its owner only, and the witness keeps its name', async () => {
  const log = logOf(ORIGIN, 1)
  const folder = temporaryFolder()
  const witness = await start(folder, [log.verifierKey])
  expect(statSync(join(folder, 'witness.json')).mode & 0o777).toBe(0o600)
  witness.process.signal('SIGTERM')
  await witness.process.ended
  await expect(start(folder, [log.verifierKey], { args: ['--name', 'other'] })).rejects.toThrow(
    /name of this/,
  )
  await expect(start(folder, [`${log.verifierKey}x`])).rejects.toThrow(/not a verifier key/)
  await expect(start(folder, [])).rejects.toThrow(/which logs/)
})

test('a body that comes too slowly or never ends does not keep others waiting', async () => {
  const log = logOf(ORIGIN, 2)
  const witness = await start(temporaryFolder(), [log.verifierKey])
  const slow = request(`${witness.url}/add-checkpoint`, { method: 'POST' })
  slow.on('error', () => {})
  slow.write('old 0\n')
  expect((await witness.post(log.body(0, 2))).status).toBe(200)
  slow.destroy()
  expect((await witness.post(log.body(2, 2))).status).toBe(200)
})
