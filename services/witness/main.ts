/**
 * A witness of transparency logs (https://c2sp.org/tlog-witness), for somebody who trusts the log's operator no further than
 * that: it signs a checkpoint only if the log has grown from the one that it signed before. It needs Node 24 and this file.
 *
 *     node main.ts --log VERIFIER_KEY [--log …] [--state FILE] [--name NAME] [--host HOST] [--port PORT]
 */
import crypto from 'node:crypto'
import fs from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const MAX_BODY = 128 * 1024
const [ED25519, COSIGNATURE] = [1, 4]
/** What stands before the 32 bytes of an Ed25519 key in DER. */
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const TEXT = 'text/plain; charset=utf-8'

type Answer = { readonly status: number; readonly type: string }
/** An answer that is no cosignature. */
const refused = (status: number, why: string, type = TEXT) =>
  Object.assign(new Error(`${why}\n`), { status, type } satisfies Answer)

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  crypto.createHash('sha256').update(Buffer.concat(parts)).digest()

/** The bytes of base64 in its one form; of no bytes for any other text. */
const fromBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0)
}

// Keys

type Key = { readonly name: string; readonly id: string; readonly key: crypto.KeyObject }

const keyId = (name: string, typed: Buffer): string =>
  sha256(Buffer.from(`${name}\n`), typed)
    .toString('hex')
    .slice(0, 8)

/** A log to watch: `VERIFIER_KEY`, or `VERIFIER_KEY ORIGIN` if the key does not have the name of its log. */
const readLog = (line: string): readonly [origin: string, key: Key] => {
  const [, name = '', id = '', typed = '', origin = name] =
    /^([^\s+]+)[+]([0-9a-f]{8})[+](\S+)(?: (.+))?$/.exec(line) ?? []
  const bytes = fromBase64(typed)
  if (bytes.length !== 33 || bytes[0] !== ED25519 || keyId(name, bytes) !== id)
    throw new Error(`not a verifier key of Ed25519: ${line}`)
  const der = Buffer.concat([PUBLIC, bytes.subarray(1)])
  return [origin, { name, id, key: crypto.createPublicKey({ key: der, format: 'der', type: 'spki' }) }]
}

// The file

type Seen = { readonly size: string; readonly root: string; readonly note: string }
/** `forks`: two checkpoints of one size that a log signed, which proves that it shows different histories. */
type State = {
  readonly name: string
  readonly privateKey: string
  readonly logs: Readonly<Record<string, Seen>>
  readonly forks: Readonly<Record<string, readonly [string, string]>>
}

const firstState = (name = `witness.local/${crypto.randomBytes(4).toString('hex')}`): State => {
  const pem = crypto.generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  return { name, privateKey: pem.toString(), logs: {}, forks: {} }
}

const openFile = (path: string, name: string | undefined) => {
  let text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : ''
  let state = text === '' ? firstState(name) : (JSON.parse(text) as State)
  if (!/^[^\s+]+$/.test(state.name) || (name ?? state.name) !== state.name)
    throw new Error(`the name of this witness is ${state.name}`)
  return {
    state: () => state,
    /** Replaces the file as a whole: after a crash it is the one of before, or this one. */
    save(next: State): void {
      if (text !== '' && fs.readFileSync(path, 'utf8') !== text)
        throw new Error(`another program writes ${path}`)
      const written = `${JSON.stringify(next, null, 2)}\n`
      fs.writeFileSync(`${path}.next`, written, { mode: 0o600, flush: true })
      fs.renameSync(`${path}.next`, path)
      ;[state, text] = [next, written]
      // Windows opens no folders.
      if (process.platform === 'win32') return
      const folder = fs.openSync(dirname(path), 'r')
      fs.fsyncSync(folder)
      fs.closeSync(folder)
    },
  }
}

// Requests

const hashIn = (line: string): Buffer => {
  const bytes = fromBase64(line)
  if (bytes.length !== 32) throw refused(400, 'a hash is 32 bytes in base64')
  return bytes
}

const sizeIn = (text: string): bigint => {
  if (!/^(0|[1-9][0-9]{0,18})$/.test(text) || BigInt(text) >= 2n ** 63n)
    throw refused(400, 'a size is a decimal number below 2^63')
  return BigInt(text)
}

const signatureIn = (line: string) => {
  const [, name = '', text = ''] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
  const bytes = fromBase64(text)
  if (bytes.length < 5) throw refused(400, 'a line of the note is no signature')
  return { line, name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) }
}

/** The old size, the proof of at most 63 hashes, the note, and in it what is signed (origin, size, root, perhaps more) and the signatures. */
const BODY =
  /^old ([^\n]+)\n((?:[^\n]+\n){0,63})\n((([^\n]+)\n([^\n]+)\n([^\n]+)\n(?:[^\n]+\n)*)\n((?:[^\n]+\n)+))$/

const linesIn = (text: string): string[] => text.split('\n').slice(0, -1)

const readRequest = (body: Buffer) => {
  const whole = body.toString('utf8')
  const found = BODY.exec(whole)
  const isText = Buffer.from(whole).equals(body) && ![...whole].some((one) => one < ' ' && one !== '\n')
  if (!found || !isText) throw refused(400, 'the body is no old size, proof and checkpoint')
  const [old, proof, note, text, origin, size, root, signatures] = found.slice(1) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    note,
    text,
    origin,
    old: sizeIn(old),
    size: sizeIn(size),
    root: hashIn(root),
    proof: linesIn(proof).map(hashIn),
    signatures: linesIn(signatures).map(signatureIn),
  }
}
type Request = ReturnType<typeof readRequest>

/** The lines that these keys signed. Throws without one, and if one is wrong. */
const signedBy = ({ text, signatures }: Request, keys: readonly Key[]): readonly string[] => {
  const known = signatures.flatMap(({ line, name, id, bytes }) => {
    const key = keys.find((one) => one.name === name && one.id === id)?.key
    return key ? { line, isRight: crypto.verify(null, Buffer.from(text), key, bytes) } : []
  })
  if (known.length === 0 || known.some(({ isRight }) => !isRight))
    throw refused(403, 'the log has not signed this checkpoint')
  return known.map(({ line }) => line)
}

// Consistency

const inner = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)
const isOdd = (n: bigint): boolean => n % 2n === 1n
type Tree = { readonly size: bigint; readonly root: Buffer }

/** The check of RFC 9162, section 2.1.4.2: neither the first tree, which is the smaller, nor the proof is empty. */
const isGrown = (first: Tree, second: Tree, proof: readonly Buffer[]): boolean => {
  const isPerfect = (first.size & (first.size - 1n)) === 0n
  const [start, ...path] = (isPerfect ? [first.root, ...proof] : proof) as [Buffer, ...Buffer[]]
  let [fn, sn] = [first.size - 1n, second.size - 1n]
  const shiftWhile = (goes: () => boolean) => {
    while (goes()) [fn, sn] = [fn >> 1n, sn >> 1n]
  }
  shiftWhile(() => isOdd(fn))
  let [fr, sr] = [start, start]
  for (const hash of path) {
    if (sn === 0n) return false
    const isRight = isOdd(fn) || fn === sn
    fr = isRight ? inner(hash, fr) : fr
    sr = isRight ? inner(hash, sr) : inner(sr, hash)
    if (isRight) shiftWhile(() => !isOdd(fn) && fn !== 0n)
    ;[fn, sn] = [fn >> 1n, sn >> 1n]
  }
  return sn === 0n && fr.equals(first.root) && sr.equals(second.root)
}

/** Whether the tree of the request begins with the one that was seen, which is of the old size. */
const follows = ({ old, size, root, proof }: Request, seen: Seen | undefined): boolean => {
  if (size === 0n && !root.equals(sha256())) return false
  if (seen && old === size) return proof.length === 0 && seen.root === root.toString('base64')
  if (!seen || old === 0n) return proof.length === 0
  return proof.length > 0 && isGrown({ size: old, root: fromBase64(seen.root) }, { size, root }, proof)
}

// The witness

const openWitness = (file: ReturnType<typeof openFile>, logs: ReadonlyMap<string, readonly Key[]>) => {
  const { name, privateKey } = file.state()
  file.save(file.state())
  const key = crypto.createPrivateKey(privateKey)
  const bytes = crypto.createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const typed = Buffer.concat([Buffer.of(COSIGNATURE), bytes])
  const id = keyId(name, typed)

  const cosign = (text: string): string => {
    const time = Math.floor(Date.now() / 1000)
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(time))
    const signature = crypto.sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key)
    return `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), stamp, signature]).toString('base64')}\n`
  }

  return {
    verifierKey: `${name}+${id}+${typed.toString('base64')}`,
    /** The newest checkpoint of the log whose origin has this hash, with the cosignature. */
    newest: (hash: string): string | undefined =>
      Object.entries(file.state().logs).find(
        ([origin]) => sha256(Buffer.from(origin)).toString('hex') === hash,
      )?.[1].note,
    /** Returns the cosignature. Nothing waits between check and record, so no other request comes between them. */
    addCheckpoint(body: Buffer): string {
      const request = readRequest(body)
      const { origin, old, size, text } = request
      const state = file.state()
      const keys = logs.get(origin)
      if (!keys) throw refused(404, 'this witness does not watch this log')
      const lines = signedBy(request, keys)
      if (old > size) throw refused(400, 'the old size is larger than the new one')
      const seen = new Map(Object.entries(state.logs)).get(origin)
      if (old !== BigInt(seen?.size ?? 0)) throw refused(409, seen?.size ?? '0', 'text/x.tlog.size')
      const root = request.root.toString('base64')
      if (!follows(request, seen)) {
        if (seen && old === size && seen.root !== root)
          file.save({ ...state, forks: { [origin]: [seen.note, request.note], ...state.forks } })
        throw refused(422, 'the consistency proof does not hold')
      }
      const line = cosign(text)
      const note = `${text}\n${lines.map((one) => `${one}\n`).join('')}${line}`
      file.save({ ...state, logs: { ...state.logs, [origin]: { size: String(size), root, note } } })
      return line
    },
  }
}

// The program

const { values } = parseArgs({
  options: {
    log: { type: 'string', multiple: true },
    state: { type: 'string', default: 'witness.json' },
    name: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '7380' },
  },
})
const watched = (values.log ?? []).map(readLog)
if (watched.length === 0) throw new Error('say which logs to watch: --log VERIFIER_KEY')
const witness = openWitness(
  openFile(resolve(values.state), values.name),
  new Map(watched.map(([origin]) => [origin, watched.filter(([of]) => of === origin).map(([, key]) => key)])),
)
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`)

const answerTo = async (request: IncomingMessage): Promise<readonly [body: string, answer: Answer]> => {
  const hash = /^[/]([0-9a-f]{64})[/]checkpoint$/.exec(request.url ?? '')?.[1]
  const note = request.method === 'GET' && hash ? witness.newest(hash) : undefined
  if (note) return [note, { status: 200, type: TEXT }]
  if (request.method !== 'POST' || request.url !== '/add-checkpoint') throw refused(404, 'not found')
  const parts: Buffer[] = []
  let length = 0
  // Who sends too much is still told so.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BODY) throw refused(413, 'the body is too large')
    parts.push(part)
  }
  const line = witness.addCheckpoint(Buffer.concat(parts))
  say(`signed: ${line.trimEnd()}`)
  return [line, { status: 200, type: TEXT }]
}

const server = createServer((request, response) => {
  const end = (body: string, { status, type }: Answer) => {
    response.writeHead(status, { 'content-type': type, ...(status === 413 && { connection: 'close' }) })
    response.end(body)
  }
  const fail = (error: Error & Partial<Answer>) => {
    const { status = 500, type = TEXT } = error
    say(`refused: ${status} ${error.message.trimEnd()}`)
    end(status === 500 ? 'this witness cannot write its file\n' : error.message, { status, type })
  }
  answerTo(request).then(([body, answer]) => end(body, answer), fail)
})
server.requestTimeout = server.headersTimeout = 10_000
server.maxConnections = 100
server.listen(Number(values.port), values.host, () => {
  const { address, port } = server.address() as AddressInfo
  say(`watches ${watched.map(([origin]) => origin).join(', ')}; its verifier key is ${witness.verifierKey}`)
  say(`listens on http://${address}:${port}`)
})
