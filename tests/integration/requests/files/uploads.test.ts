import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/requests/files.ts'
import { sweepFiles } from '#modules/requests/files/files.ts'
import { eventually } from '#support/eventually.ts'
import type { Person } from '#support/product/product.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

let api: RequestApi
let team: Team
let base: string
beforeAll(async () => {
  // With the limits of an installation.
  api = await openRequests({ RATE_FACTOR: 1 })
  team = await api.team()
  base = await api.product.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api?.product.close())
beforeEach(async () => {
  await api.product.platform.db('files').delete()
  await api.product.platform.db('file_parts').delete()
})

const DAY_MS = 86_400_000
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const pdf = (bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 15), Buffer.from('%%EOF\n')])
const xml = '<?xml version="1.0"?><Document/>'
type Bytes = Buffer<ArrayBuffer> | string
type Named = readonly [name: string, bytes: Bytes]

const upload = (files: readonly Named[], who: Person = team.anna, headers: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('file', new Blob([bytes]), name)
  return fetch(`${base}/files/upload/${team.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    body: form,
  })
}
const uploaded = async (name: string, bytes: Bytes, who: Person = team.anna): Promise<string> =>
  ((await (await upload([[name, bytes]], who)).json()) as { id: string }).id
const content = (id: string, { token }: Person = team.anna) =>
  fetch(`${base}/files/content/${id}`, { headers: { authorization: `Bearer ${token}` } })
const left = async () => {
  const { db } = api.product.platform
  return [(await db('files')).length, (await db('file_parts')).length]
}

test('a file is kept sealed, and comes back as it was, to be saved and never shown as a page', async () => {
  const bytes = pdf(3_000_000)
  const answer = await upload([['Rechnung „März“.pdf', bytes]])
  const file = { name: 'Rechnung „März“.pdf', type: 'application/pdf', size: 3_000_000 }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect([answer.status, await answer.clone().json()]).toEqual([
    201,
    { id: expect.any(String), ...file, sha256 },
  ])

  const { id } = (await answer.json()) as { id: string }
  const read = await content(id)
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '3000000',
    'content-disposition': `attachment; filename="Rechnung _Marz_.pdf"; filename*=UTF-8''Rechnung%20%E2%80%9EM%C3%A4rz%E2%80%9C.pdf`,
    'content-security-policy': `sandbox; default-src 'none'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const stored = JSON.stringify(await api.product.platform.db('files'))
  expect(stored).not.toContain('Rechnung')
})

test('a body that is the file itself is named in the query; its header does not tell its type', async () => {
  const answer = await api.product.call('POST', `/files/upload/${team.id}?name=scan.pdf`, {
    token: team.anna.token,
    body: PNG,
    headers: { 'content-type': 'application/pdf' },
  })
  expect(answer).toMatchObject({ status: 201, body: { name: 'scan.pdf', type: 'image/png', size: 16 } })
})

describe('refused with what is wrong, and nothing stays:', () => {
  const invalid = (field: string) => [400, 'input.invalid', field] as const
  const notTaken = [400, 'file.not-taken', 'file'] as const
  const tooLarge = [413, 'input.too-large', 'file'] as const
  test.each<[string, readonly Named[], readonly [number, string, string]]>([
    ['11 MiB', [['a.pdf', pdf(11 * 1024 * 1024)]], tooLarge],
    ['one byte too many', [['a.pdf', pdf(MAX_FILE_BYTES + 1)]], tooLarge],
    ['a PDF that is none', [['a.pdf', '%PDF-1.7\nand then nothing']], notTaken],
    ['text named .pdf', [['a.pdf', 'Invoice']], notTaken],
    [
      'an SVG named .png',
      [['a.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>']],
      notTaken,
    ],
    ['HTML named .png', [['a.png', '<!doctype html><script>alert(1)</script>']], notTaken],
    ['an empty file', [['a.xml', '']], notTaken],
    [
      'two files',
      [
        ['a.xml', xml],
        ['b.xml', xml],
      ],
      invalid('file'),
    ],
    ['no file', [], [400, 'input.malformed', '']],
    ['a name with a path', [['../a.xml', xml]], invalid('name')],
    ['a name with a newline', [['a\nb.xml', xml]], invalid('name')],
    ['a name that turns around', [['a\u202Elmx.exe', xml]], invalid('name')],
    ['a name of 201 characters', [['a'.repeat(201), xml]], invalid('name')],
  ])('%s', async (_, files, [status, code, field]) => {
    const answer = await upload(files)
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { code, ...(field && { details: [{ field }] }) },
    ])
    expect(await left()).toEqual([0, 0])
  })
})

test('10 MiB are taken', async () => {
  expect((await upload([['a.pdf', pdf(MAX_FILE_BYTES)]])).status).toBe(201)
})

test('nothing stays of an upload that breaks off', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write(
    `POST /files/upload/${team.id}?name=a.pdf HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${team.anna.token}\r\nContent-Length: 1000000\r\n\r\n`,
  )
  socket.write(pdf(600_000))
  await eventually(async () => expect(await left()).toEqual([1, 2]))
  socket.destroy()
  await once(socket, 'close')
  await eventually(async () => expect(await left()).toEqual([0, 0]))
})

test('the same key is the same file, and refuses another one', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await upload([['a.xml', xml]], team.anna, key),
    await upload([['a.xml', xml]], team.anna, key),
  ]
  expect([second.status, await second.json()]).toEqual([201, await first.json()])
  const other = await upload([['a.xml', `${xml} `]], team.anna, key)
  expect([other.status, await other.json()]).toMatchObject([409, { code: 'idempotency.other-body' }])
  expect(await left()).toEqual([1, 1])
})

test('a file of no request is read by the person who uploaded it alone, as long as they may ask', async () => {
  const carl = await colleague(api.product, team)
  const id = await uploaded('a.xml', xml, carl)
  expect((await content(id, carl)).status).toBe(200)
  for (const other of [team.anna, team.ben, team.admin, await api.product.person()])
    expect([(await content(id, other)).status, (await content(randomUUID(), other)).status]).toEqual([
      404, 404,
    ])
  const body = { participantId: carl.participantId, value: false }
  await api.product.call('PATCH', '/participants/change-activity', { token: team.admin.token, body })
  expect((await content(id, carl)).status).toBe(404)
})

describe('a person who uploads too much is told until when:', () => {
  const row = (of: object) => ({
    id: randomUUID(),
    workspace_id: team.id,
    user_id: team.anna.userId,
    started_at: new Date(api.product.clock.now().getTime() - DAY_MS / 2),
    bytes: 1,
    sha256: 'x',
    ...of,
  })
  const others = () => ({ user_id: randomUUID() })
  test.each([
    ['files of one person', () => Array.from({ length: 40 }, () => row({})), 'person'],
    ['files of a workspace', () => Array.from({ length: 400 }, () => row(others())), 'workspace'],
  ])('%s', async (_, rows, of) => {
    await api.product.platform.db.batchInsert('files', rows())
    const answer = await upload([['a.xml', xml]])
    const seconds = Number(answer.headers.get('retry-after'))
    expect([answer.status, await answer.json()]).toMatchObject([
      429,
      { code: 'file.limit', details: [{ of, until: expect.any(String), retryAfterSeconds: seconds }] },
    ])
    expect(Math.abs(seconds - DAY_MS / 2_000)).toBeLessThan(60)
  })
})

describe('the sweep', () => {
  const sweep = () => sweepFiles(api.product.platform)
  beforeEach(async () => {
    team = await api.team()
  })

  test('removes a file of no request after a day', async () => {
    const id = await uploaded('a.xml', xml)
    api.product.clock.advance(DAY_MS - 60_000)
    team = { ...team, anna: await api.newSession(team.anna) }
    await sweep()
    expect((await content(id)).status).toBe(200)
    api.product.clock.advance(60_000)
    await sweep()
    expect(await left()).toEqual([0, 0])
    expect((await content(id)).status).toBe(404)
  })

  test('removes the files of an erased person, which nobody can read from that moment on', async () => {
    const id = await uploaded('a.xml', xml)
    await api.product.platform.keys.erase({ subject: `person:${team.anna.userId}` }, { alone: true })
    expect((await content(id)).status).toBe(404)
    await sweep()
    expect(await left()).toEqual([0, 0])
  })

  test('removes the files of an erased workspace, and keeps those of others', async () => {
    const other = await api.team()
    await uploaded('a.xml', xml)
    await api.product.platform.keys.erase({ workspaceId: other.id }, { alone: true })
    await sweep()
    expect(await left()).toEqual([1, 1])
    await api.product.platform.keys.erase({ workspaceId: team.id }, { alone: true })
    await sweep()
    expect(await left()).toEqual([0, 0])
  })
})
