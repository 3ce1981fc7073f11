import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cell } from '#modules/workspaces/history/export/csv.ts'
import { isCheckpoint } from '#contract/evidence/checkpoints.ts'
import { BrokenHistory } from '#contract/evidence/faults.ts'
import { verifyHistory, type VerifyOptions } from '#contract/evidence/verify-history.ts'
import { chainFilledLog, fillAuditLog } from '#support/product/audit-log.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(async () => {
  await api?.product.close()
})

const exported = async (
  workspaceId: string,
  { token }: Pick<Person, 'token'>,
  query: object,
  headers: Record<string, string> = {},
) => {
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const path = `/workspaces/history-export/${workspaceId}?${search}`
  const answer = await api.product.call('GET', path, { token, headers })
  expect(answer).toMatchObject({ status: 200 })
  // Its own entry stands in the log.
  await api.product.projector.caughtUp()
  return { ...answer, text: String(answer.body) }
}
const linesOf = async (...args: Parameters<typeof exported>): Promise<string[]> =>
  (await exported(...args)).text.trimEnd().split('\n')
const verify = (lines: readonly string[], options?: VerifyOptions) =>
  verifyHistory(Readable.from(lines), options)
const brokenAt = async (lines: readonly string[], options?: VerifyOptions) => {
  const error: unknown = await verify(lines, options).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BrokenHistory)
  return error as BrokenHistory
}
const historyOf = async (workspaceId: string, { token }: Pick<Person, 'token'>, query: object = {}) => {
  const entries = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const search = new URLSearchParams({ ...query, limit: '100', ...(cursor && { cursor }) }).toString()
    const { body } = await api.product.call('GET', `/workspaces/history/${workspaceId}?${search}`, { token })
    entries.push(...body.entries)
    cursor = body.nextCursor
  }
  return entries
}
const csvOf = (text: string) =>
  Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
const workbook = async (
  workspaceId: string,
  { token }: Pick<Person, 'token'>,
  query: object,
  headers: Record<string, string> = {},
): Promise<Uint8Array> => {
  const search = new URLSearchParams({ ...query, format: 'xlsx' }).toString()
  const answer = await api.product.app.inject({
    method: 'GET',
    url: `/workspaces/history-export/${workspaceId}?${search}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  expect(answer.headers['content-disposition']).toMatch(/[.]xlsx"/)
  const file = new Uint8Array(answer.rawPayload)
  await api.product.projector.caughtUp()
  return file
}
const readSheets = async (file: Uint8Array) => readWorkbook(Buffer.from(file))
/** The reader's types say that a time is a constructor. */
const timeOf = (time: unknown): number => (time as Date).getTime()
const entriesOf = async (file: Uint8Array) => (await readSheets(file))[0]!.data.slice(1)
const team = async () => {
  const made = await api.team()
  await api.newRequest(made, { title: '=HYPERLINK("https://evil.example")' })
  return made
}

test('JSONL has the entries of the list, and is verified with the public key alone', async () => {
  const { id, admin } = await team()
  const list = await historyOf(id, admin)
  const { text, headers } = await exported(id, admin, { format: 'jsonl' })
  expect(headers).toMatchObject({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': `attachment; filename="audit-log-Praxis-${list.length}.jsonl"`,
    'x-content-type-options': 'nosniff',
  })
  const lines = text.trimEnd().split('\n')
  const entries = lines.slice(0, -1).map((line) => {
    const { factHash, lineHash, ...entry } = JSON.parse(line)
    expect([factHash, lineHash]).toEqual([expect.stringMatching(/^h1:[0-9a-f]{64}$/), expect.any(String)])
    return entry
  })
  expect(entries).toEqual(list)

  const { body: checkpoint } = await api.get(`/workspaces/history-checkpoint/${id}`, admin)
  const { publicKey } = checkpoint.keys[0]
  expect(await verify(lines, { key: publicKey })).toMatchObject({ entries: list.length, isWhole: true })
  expect((await brokenAt(lines, { key: 'A'.repeat(43) })).fault).toBe('other-key')
  // The log now contains the export, and still the earlier checkpoint.
  const [newest] = await historyOf(id, admin)
  expect(newest).toMatchObject({
    action: 'workspace.history-exported',
    actor: { userId: admin.userId, role: 'admin' },
    changes: [{ field: 'format', before: null, after: 'jsonl' }],
  })
  const later = await linesOf(id, admin, { format: 'jsonl' })
  expect(await verify(later, { earlier: checkpoint })).toMatchObject({ isWhole: true })
  const other = await team()
  const foreign = await linesOf(other.id, other.admin, { format: 'jsonl' })
  expect((await brokenAt(foreign, { earlier: checkpoint })).fault).toBe('kept-other-workspace')
})

test('reports every changed, removed, added or moved line by its entry', async () => {
  const { id, admin } = await team()
  const lines = await linesOf(id, admin, { format: 'jsonl' })
  const whole = lines.length - 1
  const sequenceOf = (line: string) => JSON.parse(line).sequence as number
  const without = (i: number) => lines.toSpliced(i, 1)
  for (let i = 0; i < whole; i += 1) {
    const sequence = sequenceOf(lines[i]!)
    for (const [from, to] of [
      ['"outcome":"ok"', '"outcome":"no"'],
      ['"role":"admin"', '"role":"nobody"'],
      ['"factHash":"h1:', '"factHash":"h1:0'],
      [/"at":"2/, '"at":"1'],
    ] as const) {
      const changed = lines.with(i, lines[i]!.replace(from, to))
      if (changed[i] !== lines[i]) expect(await brokenAt(changed)).toMatchObject({ sequence })
    }
    const removed = await brokenAt(without(i))
    // Without the newest line, the next one has the wrong previous hash. Without the oldest, the count is wrong.
    expect(removed.sequence).toBe(i === 0 ? sequence - 1 : i === whole - 1 ? null : sequence)
    if (i > 0) {
      const swapped = lines.with(i, lines[i - 1]!).with(i - 1, lines[i]!)
      expect((await brokenAt(swapped)).sequence).not.toBeNull()
      expect((await brokenAt(lines.toSpliced(i, 0, lines[i]!))).sequence).toBe(sequence)
    }
  }
  expect((await brokenAt(lines.slice(0, -1))).fault).toBe('cut-off')
  expect((await brokenAt([...lines, lines.at(-1)!])).fault).toBe('after-checkpoint')
  const last = JSON.parse(lines.at(-1)!)
  const resigned = (changes: object) => {
    const content = { ...last.checkpoint.content, ...changes }
    return [...lines.slice(0, -1), JSON.stringify({ checkpoint: { ...last.checkpoint, content } })]
  }
  for (const content of [{ sequence: 1 }, { at: '2020-01-01T00:00:00.000Z' }, { workspaceId: randomUUID() }])
    expect((await brokenAt(resigned(content))).fault).toBe('checkpoint-signature')
})

test('every filter of the list selects the same entries in every format', async () => {
  const { id, admin, anna, ben } = await team()
  await api.product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token: admin.token,
    body: { name: 'Neu' },
  })
  const half = (await historyOf(id, admin))[3].at
  const filters = [
    { actor: anna.email },
    { action: 'participant' },
    { target: ben.email },
    { status: 'refused' },
    { from: half },
    { to: half },
    { q: 'hyperlink' },
    { mails: 'folded' },
    { action: 'request', q: 'evil', mails: 'folded' },
  ]
  for (const filter of filters) {
    const list = await historyOf(id, admin, filter)
    const sequences = list.map(({ sequence }) => String(sequence))
    const lines = await linesOf(id, admin, { ...filter, format: 'jsonl' })
    expect(lines.slice(0, -1).map((line) => String(JSON.parse(line).sequence))).toEqual(sequences)
    expect(await verify(lines)).toMatchObject({ isWhole: false, entries: list.length })
    expect(JSON.parse(lines.at(-1)!).checkpoint.content.export.filters).toEqual(filter)
    // Each export adds an entry, which later exports would contain.
    const before = { ...filter, to: 'to' in filter ? filter.to : (list[0]?.at ?? half) }
    const csv = csvOf((await exported(id, admin, { ...before, format: 'csv' })).text)
    expect(csv.data.slice(0, -1).map((row) => row['No.'])).toEqual(sequences)
  }
  expectRefused(
    await api.get(`/workspaces/history-export/${id}?format=csv&from=2026-13-01T00:00:00Z`, admin),
    400,
    'input.invalid',
  )
  expectRefused(await api.get(`/workspaces/history-export/${id}?format=xlsm`, admin), 400, 'input.invalid')
  expectRefused(await api.get(`/workspaces/history-export/${id}`, admin), 400, 'input.invalid')
})

test('no cell of a CSV is a formula, in any width or after any separator', async () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' =', '"=', '  @', "'="])
    expect(Papa.parse<string[]>(cell(`${start}1+1`)).data[0]![0]).toBe(
      `'${start.replaceAll(/([\t\r\n])/g, '$1')}1+1`,
    )
  // Some spreadsheets split cells at other characters.
  expect(cell('a;=1+1')).toBe(`"a;'=1+1"`)
  expect(cell('a\n@SUM(1)')).toBe(`"a\n'@SUM(1)"`)
  for (const plain of ['Überweisung', '12.400 €', 'a=b', 'x-y', 'anna@example.com'])
    expect(cell(plain)).toBe(plain)
  expect([cell('a,b'), cell('say "no"'), cell(null), cell(7)]).toEqual(['"a,b"', '"say ""no"""', '', '7'])

  const { id, admin } = await team()
  const { text, headers } = await exported(id, admin, { format: 'csv' })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(text.startsWith('\uFEFFNo.,Time (Europe/Berlin),What,Outcome,Who,')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  const { data, errors } = csvOf(text)
  expect(errors).toEqual([])
  const created = data.find((row) => row['What'] === 'Request created')!
  expect(created['Title or name']).toBe(`'=HYPERLINK("https://evil.example")`)
  const [shown, utc] = [created['Time (Europe/Berlin)']!, created['Time (UTC)']!]
  expect(utc).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const ahead = Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(Date.parse(utc) / 1_000) * 1_000
  expect([3_600_000, 7_200_000]).toContain(ahead)
  expect(data.at(-1)).toMatchObject({ What: 'Checkpoint', 'No.': data[0]!['No.'], Hash: data[0]!['Hash'] })
})

test('an XLSX has the entries with times and numbers as such, and what was signed about the log on a second sheet', async () => {
  const { id, admin } = await team()
  const list = await historyOf(id, admin)
  const file = await workbook(id, admin, {}, { 'accept-language': 'de' })
  const sheets = await readSheets(file)
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Protokoll', 'Prüfpunkt'])
  const [heads, ...rows] = sheets[0]!.data
  expect(heads!.slice(0, 5)).toEqual(['Nr.', 'Zeit (Europe/Berlin)', 'Was', 'Ergebnis', 'Wer'])
  expect(rows.map(([sequence]) => sequence)).toEqual(list.map(({ sequence }) => sequence))
  const utc = heads!.indexOf('Zeit (UTC)')
  for (const [at, row] of rows.entries()) {
    expect(Math.abs(timeOf(row[utc]) - Date.parse(list[at].at))).toBeLessThan(1_000)
    const ahead = Math.round((timeOf(row[1]) - timeOf(row[utc])) / 1_000)
    expect([3_600, 7_200]).toContain(ahead)
  }
  // Only what is no formula needs no apostrophe.
  expect(rows.find((row) => row[2] === 'Anfrage gestellt')).toContain('=HYPERLINK("https://evil.example")')
  const parts = unzipSync(file)
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(sheet).not.toMatch(/<f[ >]/)
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toContain(`<autoFilter ref="A1:Y${list.length + 1}"/>`)
  const facts = new Map(sheets[1]!.data.map(([name, value]) => [name, String(value)]))
  expect(facts.get('Filter')).toBe('keine (ganzes Protokoll)')
  expect(isCheckpoint(JSON.parse(facts.get('Prüfpunkt')!))).toBe(true)
  const [newest] = await historyOf(id, admin)
  expect(newest.changes).toEqual([{ field: 'format', before: null, after: 'xlsx' }])
})

test('amounts are numbers in columns of their own, as the reader’s language writes them', async () => {
  const made = await api.team()
  const { id, admin, anna, ben } = made
  const { body: kinds } = await api.get(`/kinds/list/${id}`, anna)
  const amount = { value: '1234567.5', currency: 'EUR' }
  await api.ask(anna, id, {
    approverId: ben.participantId,
    kindId: kinds.find((kind: any) => kind.builtIn === 'payment').id,
    fields: { amount, payee: 'Betrag: 1 EUR; 9', iban: 'DE89370400440532013000' },
  })
  await historyOf(id, admin)
  for (const [language, what, digits, head] of [
    ['de', 'Felder ausgefüllt', '1234567,50', ['Was', 'Betrag', 'Währung']],
    ['en', 'Fields filled in', '1234567.50', ['What', 'Amount', 'Currency']],
  ] as const) {
    const headers = { 'accept-language': language }
    const { data } = csvOf((await exported(id, admin, { format: 'csv' }, headers)).text)
    const said = data.map((row) => head.map((name) => row[name])).filter(([, of]) => of !== '')
    expect(said).toEqual([[what, digits, 'EUR']])
    const [heads, ...rows] = (await readSheets(await workbook(id, admin, {}, headers)))[0]!.data
    const cells = rows.map((row) => head.map((name) => row[heads!.indexOf(name)]))
    expect(cells.filter(([, of]) => of !== null)).toEqual([[what, 1_234_567.5, 'EUR']])
  }
})

test('a German CSV has semicolons, as German spreadsheets expect, and German words', async () => {
  const { id, admin } = await team()
  const list = await historyOf(id, admin)
  const { text } = await exported(id, admin, { format: 'csv' }, { 'accept-language': 'de' })
  expect(text.startsWith('\uFEFFNr.;Zeit (Europe/Berlin);Was;Ergebnis;Wer;')).toBe(true)
  const { data, errors } = csvOf(text)
  expect(errors).toEqual([])
  expect(data.slice(0, -1).map((row) => row['Hash'])).toEqual(list.map(({ hash }) => hash))
  expect(data.find((row) => row['Was'] === 'Anfrage gestellt')).toMatchObject({
    'Titel oder Name': `'=HYPERLINK("https://evil.example")`,
    Betrifft: 'Anfrage',
    Ergebnis: 'erledigt',
    Rolle: 'Regulär',
  })
})

test.each([
  ['Praxis Süd & Nord GmbH', 'Praxis-Sud-Nord-GmbH', 'Praxis-S%C3%BCd-Nord-GmbH'],
  ['../../etc "x"\\', 'etc-x', null],
  ['株式会社', '____', '%E6%A0%AA%E5%BC%8F%E4%BC%9A%E7%A4%BE'],
  ['x'.repeat(99), 'x'.repeat(50), null],
  ['***', null, null],
])('the file of the workspace %j carries its name', async (name, ascii, encoded) => {
  const { id, admin } = await api.workspace()
  await api.product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token: admin.token,
    body: { name },
  })
  const { headers } = await exported(id, admin, { format: 'csv' })
  const [, sequence] = /-(\d+)[.]csv/.exec(String(headers['content-disposition']))!
  const unicode = encoded && `; filename*=UTF-8''audit-log-${encoded}-${sequence}.csv`
  expect(headers['content-disposition']).toBe(
    `attachment; filename="audit-log-${ascii ?? id}-${sequence}.csv"${unicode ?? ''}`,
  )
})

test('only an active admin may export, and a refusal is not recorded', async () => {
  const { id, anna, ben } = await api.team()
  const stranger = await api.product.person()
  const operator = await api.product.person({ role: 'super admin' })
  const head = await api.product.head()
  for (const path of [`history-export/${id}?format=csv`, `history-checkpoint/${id}`]) {
    for (const who of [anna, ben, operator])
      expectRefused(await api.get(`/workspaces/${path}`, who), 403, 'access.denied')
    expectRefused(await api.get(`/workspaces/${path}`, stranger), 404, 'workspace.not-found')
  }
  expect(await api.product.head()).toBe(head)
})

test('a deleted account appears without its address, and the log still verifies', async () => {
  const made = await team()
  const { id, admin, ben } = made
  await api.product.platform.db('audit_people').where({ user_id: ben.userId }).update({ email: null })
  await api.product.platform
    .db('audit_entries')
    .where({ workspace_id: id, target_label: ben.email })
    .update({ target_label: null, ip: null, device: null })
  const lines = await linesOf(id, admin, { format: 'jsonl' })
  expect(lines.join('\n')).not.toMatch(new RegExp(`"label":"${ben.email}"`))
  expect(await verify(lines)).toMatchObject({ isWhole: true })
})

/** Of a log, in several reads of the export. */
const MANY = rounds({ short: 1_200, long: 5_000 })

test(`exports 0, 1 and ${MANY} entries completely in every format`, { timeout: 60_000 }, async () => {
  const { product } = api
  const { id, admin } = await api.workspace()
  const other = await api.workspace()
  await historyOf(id, admin)
  for (const table of ['audit_entries', 'audit_heads', 'audit_values'])
    await product.platform.db(table).where({ workspace_id: id }).delete()
  await fillAuditLog(product.platform.db, { workspaceId: id, entries: MANY, people: 50 })
  await chainFilledLog(product.platform.db, id)
  const [, { at: newest }] = await historyOf(other.id, other.admin)

  for (const [count, workspace, filter] of [
    [0, other, { q: 'nowhere to be found' }],
    [1, other, { to: newest, action: 'workspace.created' }],
    [MANY, { id, admin }, {}],
  ] as const) {
    const lines = await linesOf(workspace.id, workspace.admin, { ...filter, format: 'jsonl' })
    expect(await verify(lines)).toMatchObject({ entries: count, isWhole: count === MANY })
    const before = count === MANY ? { to: JSON.parse(lines[0]!).at } : filter
    const csv = csvOf((await exported(workspace.id, workspace.admin, { ...before, format: 'csv' })).text)
    expect(csv.data).toHaveLength(count + 1)
    const rows = await entriesOf(await workbook(workspace.id, workspace.admin, before))
    expect(rows).toHaveLength(count)
    const pdf = await exported(workspace.id, workspace.admin, { ...before, format: 'pdf' })
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    expect(pdf.text.trimEnd().slice(-5)).toBe('%%EOF')
    const pages = pdf.text.match(/\/Type \/Page\b/g)!.length
    expect(count === MANY ? pages > MANY / 50 : pages === 1).toBe(true)
  }
})

test('a PDF of more than 100,000 entries is rejected before it is recorded, with the limit', async () => {
  const { id, admin } = await api.workspace()
  const { db } = api.product.platform
  await historyOf(id, admin)
  await db('audit_heads').where({ workspace_id: id }).update({ sequence: 100_001 })
  const head = await api.product.head()
  expectRefused(await api.get(`/workspaces/history-export/${id}?format=pdf`, admin), 400, 'history.too-long')
  expect(await api.product.head()).toBe(head)
})
