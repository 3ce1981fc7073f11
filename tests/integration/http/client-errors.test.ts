import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { buildApi } from '../../../services/api/app.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { writeBarePages } from '#support/browser/web-root.ts'

/** What Node's HTTP parser refuses, and clients that are slow, silent or gone, on a listening server. */

let product: Product
let app: Awaited<ReturnType<typeof buildApi>>
let port: number
const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
const statuses: number[] = []

beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  writeBarePages(webRoot)
  writeFileSync(join(webRoot, 'assets/large.bin'), randomBytes(32 * 1024 * 1024))
  product = await openProduct()
  app = await buildApi(product.platform, {
    webRoot,
    localMailbox: false,
    timeouts: { requestMs: 300, silenceMs: 1_500 },
  })
  vi.spyOn(product.platform.metrics, 'observe').mockImplementation((_name, _value, labels) => {
    if (labels && 'status' in labels) statuses.push(Number(labels['status']))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as { port: number })
})
afterAll(async () => {
  await app?.close()
  await product?.close()
  rmSync(webRoot, { recursive: true })
})

const open = (): Socket => connect(port, '127.0.0.1').on('error', () => {})

/** The answer to these bytes, when the server has closed the connection. */
const answerTo = async (bytes: string) => {
  const socket = open()
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Record<string, unknown> }
}

const HOST = 'Host: localhost\r\n'
const refused = {
  'no HTTP at all': ['\x16\x03\x01\x02\r\n\r\n', 'input.malformed'],
  'a method that there is not': [`BREW /health/live HTTP/1.1\r\n${HOST}\r\n`, 'input.malformed'],
  'the beginning of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'input.malformed'],
  'a header without a colon': [`GET / HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, 'input.malformed'],
  'headers beyond 16 KiB': [
    `GET / HTTP/1.1\r\n${HOST}X-Large: ${'a'.repeat(20_000)}\r\n\r\n`,
    'input.headers-too-large',
  ],
  'two lengths': [
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'input.malformed',
  ],
  'a length and chunks': [
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    'input.malformed',
  ],
  'a chunk of no length': [
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    'input.malformed',
  ],
  'no host': ['GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 'input.malformed'],
  'two hosts': [
    `GET /health/live HTTP/1.1\r\n${HOST}hOsT: elsewhere\r\nConnection: close\r\n\r\n`,
    'input.malformed',
  ],
  'two hosts in HTTP/1.0': [`GET /health/live HTTP/1.0\r\n${HOST}${HOST}\r\n`, 'input.malformed'],
  'an expectation that nobody meets': [
    `GET /health/live HTTP/1.1\r\n${HOST}Expect: a miracle\r\n\r\n`,
    'input.malformed',
  ],
  'headers that never end': [`GET /health/live HTTP/1.1\r\n${HOST}X-Slow: `, 'input.too-slow'],
  'a body that never comes': [
    `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{"email":`,
    'input.too-slow',
  ],
} as const

for (const [what, [bytes, code]] of Object.entries(refused))
  test(`${what}: gets our error body`, async () => {
    const { status, head, body } = await answerTo(bytes)
    const [statusCode, message] = errors[code]
    expect(status).toBe(statusCode)
    expect(body).toEqual({ statusCode, code, message, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(head.toLowerCase()).toContain('connection: close')
  })

test('a file may take longer to arrive than other requests', async () => {
  const workspace = await workspaceOf(product)
  const { token } = await colleague(product, workspace, { requester: true })
  const socket = open()
  const late = once(app.server, 'clientError')
  const [beginning, rest] = ['<?xml version="1.0"?>', '<Document/>']
  socket.write(
    `POST /files/upload/${workspace.id}?name=a.xml HTTP/1.1\r\n${HOST}Connection: close\r\nAuthorization: Bearer ${token}\r\nContent-Length: 32\r\n\r\n${beginning}`,
  )
  await late
  socket.write(rest)
  expect(await text(socket)).toContain('HTTP/1.1 201 Created')
})

test('production allows 15 s for a request and 60 s without reading', async () => {
  const usual = await buildApi(product.platform, { localMailbox: false })
  const { requestTimeout, headersTimeout, timeout } = usual.server
  await usual.close()
  expect({ requestTimeout, headersTimeout, timeout }).toEqual({
    requestTimeout: 15_000,
    headersTimeout: 15_000,
    timeout: 60_000,
  })
})

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

test('disconnects a client that does not read', async () => {
  await eventually(async () => expect(await connections()).toBe(0))
  const socket = open()
  socket.pause()
  socket.write(`GET /assets/large.bin HTTP/1.1\r\n${HOST}\r\n`)
  await eventually(async () => expect(await connections()).toBe(1))
  await eventually(async () => expect(await connections()).toBe(0))
  socket.destroy()
})

test('a client that disconnects never causes a 5xx', async () => {
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'wrong horse' })
  const whole = `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${login.length}\r\n\r\n${login}`
  const asset = `GET /assets/large.bin HTTP/1.1\r\n${HOST}\r\n`
  const left = [whole.slice(0, -30), whole.slice(0, -1), whole, asset].flatMap((bytes) =>
    Array.from({ length: 10 }, (_, i) => ({ bytes, abruptly: i % 2 === 0 })),
  )
  statuses.length = 0
  const leaving = left.map(async ({ bytes, abruptly }) => {
    const socket = open()
    socket.write(bytes, () => (abruptly ? socket.resetAndDestroy() : socket.destroy()))
    await once(socket, 'close')
  })
  await Promise.all(leaving)
  await app.inject('/health/live')
  await eventually(async () => expect(await connections()).toBe(0))
  await eventually(async () => expect(statuses.length).toBeGreaterThan(0))
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
