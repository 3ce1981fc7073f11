import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentRunReactor } from '#modules/requests/payment-run/payment-runs.reactor.ts'
import { forgetPayees } from '#modules/requests/payment-run/known-payee.store.ts'
import { IBANS, manyLines, runText, type Line, type Shape } from '#support/payment-runs.ts'
import type { Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

let api: RequestApi
let team: Team
let phone: Phone
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
  phone = await api.enrol(team.ben)
})
afterAll(() => api?.product.close())

const uploaded = async (text: string, who: Person = team.anna): Promise<string> =>
  (await api.post(`/files/upload/${team.id}?name=run.xml`, who, text)).body.id
const runOf = (lines: readonly Line[], shape: Shape = {}): string =>
  runText({ ...shape, blocks: [{ lines }] })
const summary = (id: string, who: Person = team.ben) => api.get(`/files/payment-run/${id}`, who)
const payments = (id: string, query: string, who: Person = team.ben) =>
  api.get(`/files/payments/${id}?${query}`, who)
/** A request with this file. */
const asked = async (text: string): Promise<{ readonly file: string; readonly request: string }> => {
  const file = await uploaded(text)
  return { file, request: await api.newRequest(team, { files: [file] }) }
}
const approve = async (request: string): Promise<void> => {
  const proof = await phone.prove(request)
  expect(await api.post(`/requests/approve/${request}`, team.ben, proof)).toMatchObject({ status: 200 })
  const approved = (await api.facts(request)).find(({ type }) => type === 'RequestApproved')!
  const { on } = paymentRunReactor(api.product.platform)
  // At least once.
  for (let time = 0; time < 2; time += 1) await on['RequestApproved']!(approved)
}

test('who uploads a run reads what is in it before it is sent, and who decides reads the same', async () => {
  const file = await uploaded(
    runText({ blocks: [{ lines: manyLines(12) }, { day: '2026-12-31', lines: [{ amount: '9000.00' }] }] }),
  )
  const before = await summary(file, team.anna)
  expect(before).toMatchObject({
    status: 200,
    body: {
      version: 'pain.001.001.03',
      messageId: 'MSG-2026-11-26-1',
      count: 13,
      sum: { value: '9186.66', currency: 'EUR' },
      debits: [
        {
          debtor: 'Beispiel AG',
          iban: IBANS[0],
          account: null,
          day: '2026-12-01',
          count: 12,
          sum: { value: '186.66', currency: 'EUR' },
        },
        { day: '2026-12-31', count: 1, sum: { value: '9000.00' } },
      ],
      unknown: 13,
      changed: 0,
      since: null,
    },
  })
  expect(before.body.largest.map((one: any) => one.amount.value)).toEqual([
    '9000.00',
    '21.11',
    '20.10',
    '19.09',
    '18.08',
    '17.07',
    '16.06',
    '15.05',
    '14.04',
    '13.03',
  ])
  expectRefused(await summary(file), 404, 'file.not-found')
  await api.newRequest(team, { files: [file] })
  expect((await summary(file)).body).toEqual(before.body)
  const other = await colleague(api.product, team)
  for (const who of [other, await colleague(api.product, await api.workspace())]) {
    expectRefused(await summary(file, who), 404, 'file.not-found')
    expectRefused(await payments(file, '', who), 404, 'file.not-found')
  }
})

test('its payments are a list in pages, by place or amount, and are found by payee, IBAN and reference', async () => {
  const lines = [
    ...manyLines(30),
    {
      payee: 'Straßenbau Ähren',
      iban: 'BE68539007547034',
      amount: '500.00',
      id: 'RE-X',
      remittance: '<Ustrd>Winterdienst</Ustrd>',
    },
  ]
  const { file } = await asked(runOf(lines))
  const first = await payments(file, 'limit=20')
  expect(first.body).toMatchObject({ total: 31, nextCursor: '20' })
  const second = await payments(file, `limit=20&cursor=${first.body.nextCursor}`)
  expect(second.body.nextCursor).toBeNull()
  expect([...first.body.payments, ...second.body.payments].map((one: any) => one.place)).toEqual(
    Array.from({ length: 31 }, (_, at) => at + 1),
  )
  expect((await payments(file, 'limit=1&order=amount')).body.payments[0]).toEqual({
    place: 31,
    payee: 'Straßenbau Ähren',
    iban: 'BE68539007547034',
    account: null,
    bic: null,
    amount: { value: '500.00', currency: 'EUR' },
    endToEndId: 'RE-X',
    remittance: 'Winterdienst',
    news: 'unknown',
    before: null,
  })
  for (const q of ['ähren', 'be68 5390', 're-x', 'WINTER'])
    expect((await payments(file, `q=${encodeURIComponent(q)}`)).body).toMatchObject({
      total: 1,
      nextCursor: null,
    })
  expect((await payments(file, 'q=nobody')).body).toEqual({ payments: [], total: 0, nextCursor: null })
  expectRefused(await payments(file, 'cursor=abc'), 400, 'input.invalid', {
    field: 'cursor',
    problem: 'is unknown',
  })
})

test('what is wrong with a file is told by its element', async () => {
  const file = await uploaded(runOf([{}, { amount: '1.001' }], { sum: null }))
  expectRefused(await summary(file, team.anna), 400, 'file.no-run', {
    field: 'file',
    fault: 'decimals',
    element: 'PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt',
    problem: 'PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt: has more decimals than its currency',
    found: '1.001',
    expected: '2',
  })
  const note = await uploaded('<?xml version="1.0"?><note/>')
  expectRefused(await payments(note, '', team.anna), 400, 'file.no-run', {
    field: 'file',
    fault: 'version',
    element: 'Document',
    problem: 'Document: is neither pain.001.001.03 nor pain.001.001.09',
    found: 'note',
  })
})

describe('compared with the approved runs of the workspace,', () => {
  const known = { payee: 'Bau AG', iban: IBANS[2] }
  const moved = { payee: 'Holz GmbH', iban: IBANS[3] }
  let one: string
  beforeAll(async () => {
    team = { ...(await api.team()) }
    phone = await api.enrol(team.ben)
    one = (await asked(runOf([known, moved]))).request
  })
  const news = async (file: string) =>
    (await payments(file, '')).body.payments.map((payment: any) => [
      payment.payee,
      payment.news,
      payment.before,
    ])

  test('payees are unknown, or their account is another one than before', async () => {
    const next = await asked(
      runOf([{ ...known, payee: 'BAU AG' }, { ...moved, iban: IBANS[4] }, { payee: 'Neu' }]),
    )
    expect((await summary(next.file)).body).toMatchObject({ unknown: 3, changed: 0, since: null })
    await approve(one)
    expect(await news(next.file)).toEqual([
      ['BAU AG', 'known', null],
      ['Holz GmbH', 'changed', IBANS[3]],
      ['Neu', 'unknown', null],
    ])
    expect((await summary(next.file)).body).toMatchObject({
      unknown: 1,
      changed: 1,
      since: expect.any(String),
    })
    expect((await payments(next.file, 'news=changed')).body).toMatchObject({
      total: 1,
      payments: [{ payee: 'Holz GmbH' }],
    })
    expect((await payments(next.file, 'news=unknown&q=holz')).body).toMatchObject({ total: 0 })
  })

  test('its own approval changes nothing of what it shows', async () => {
    const { file, request } = await asked(runOf([{ payee: 'Only here' }]))
    const before = await news(file)
    await approve(request)
    expect(await news(file)).toEqual(before)
  })

  test('a declined run and one of another workspace count for nothing', async () => {
    const line = { payee: 'Declined' }
    await api.decline((await asked(runOf([line]))).request, team.ben)
    expect(await news((await asked(runOf([line]))).file)).toEqual([['Declined', 'unknown', null]])
    const [was, wasPhone] = [team, phone]
    team = await api.team()
    expect(await news((await asked(runOf([known]))).file)).toEqual([['Bau AG', 'unknown', null]])
    ;[team, phone] = [was, wasPhone]
  })

  test('what is kept of it tells nothing without the key of the workspace, and goes with it', async () => {
    const { db } = api.product.platform
    const rows = await db('known_payees').where({ workspace_id: team.id })
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/Bau|bau ag|DE02/)
    await api.product.platform.keys.erase({ workspaceId: team.id })
    await forgetPayees(api.product.platform)
    expect(await db('known_payees').where({ workspace_id: team.id })).toEqual([])
  })
})

test('a run of an erased requester is gone, and is not learned', async () => {
  team = await api.team()
  phone = await api.enrol(team.ben)
  const { file, request } = await asked(runOf([{}]))
  await api.product.platform.keys.erase({ subject: `person:${team.anna.userId}` })
  expectRefused(await summary(file), 404, 'file.not-found')
  await approve(request)
  expect(await api.product.platform.db('known_payees').where({ workspace_id: team.id })).toEqual([])
})
