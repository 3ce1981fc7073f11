import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UploadedFile } from '#contract/requests/files.ts'
import { paymentRun, runPayments, type PaymentRun, type RunPayment } from '#contract/requests/payment-run.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { signIn } from '../../testing/samples.ts'
import { setLanguage } from '../texts/language.ts'
import { RunFacts } from './RunFacts.tsx'

beforeEach(signIn)
afterEach(() => setLanguage('en'))

const file: UploadedFile = {
  id: 'f1',
  name: 'run.xml',
  type: 'application/xml',
  size: 3_000,
  sha256: 'a'.repeat(64),
}
const payment = (place: number, given: Partial<RunPayment> = {}): RunPayment => ({
  place,
  payee: `Payee ${place}`,
  iban: 'DE02120300000000202051',
  account: null,
  bic: null,
  amount: { value: `${100 - place}.00`, currency: 'EUR' },
  endToEndId: null,
  remittance: null,
  news: 'known',
  before: null,
  ...given,
})
const run = (given: Partial<PaymentRun> = {}): PaymentRun => ({
  version: 'pain.001.001.09',
  messageId: 'M1',
  count: 2,
  sum: { value: '12345.67', currency: 'EUR' },
  debits: [
    {
      debtor: 'Beispiel AG',
      iban: 'DE89370400440532013000',
      account: null,
      day: '2026-12-01',
      count: 2,
      sum: { value: '12345.67', currency: 'EUR' },
    },
  ],
  largest: [payment(1), payment(2)],
  unknown: 0,
  changed: 0,
  since: '2026-10-02T08:00:00.000Z',
  ...given,
})
const timeOf = (iso: string): string => iso.slice(0, 10)
const show = (files: readonly UploadedFile[] = [file], isAsking = false) =>
  renderAt('/', <RunFacts files={files} timeOf={timeOf} isAsking={isAsking} />)

test('shows number, sum, account, day and payments, in the reader’s language', async () => {
  setLanguage('de')
  const api = fakeApi()
  api.answer(paymentRun, run())
  show()
  const section = await screen.findByRole('region', { name: 'Zahlungslauf run.xml' })
  expect(await within(section).findByText('12.345,67 EUR')).toBeTruthy()
  expect(section.textContent).toContain('Beispiel AG DE89370400440532013000')
  expect(section.textContent).toContain('am 01.12.2026: 12.345,67\u00A0EUR (2)')
  expect(
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual(['Payee 199,00\u00A0EURDE02120300000000202051', 'Payee 298,00\u00A0EURDE02120300000000202051'])
  expect(section.textContent).toContain(
    'standen schon in einem freigegebenen Zahlungslauf, zuletzt am 2026-10-02',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('marks new payees and changed accounts, with the account of before', async () => {
  const api = fakeApi()
  const largest = [
    payment(1, { news: 'changed', before: 'DE89370400440532013000' }),
    payment(2, { news: 'unknown' }),
  ]
  api.answer(paymentRun, run({ largest, changed: 1, unknown: 1 }))
  show()
  expect(await screen.findByText('One payee has another account than before.')).toBeTruthy()
  expect(screen.getByText('One payee was never in an approved run.')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('Another account than before: DE89370400440532013000')
  expect(rows[2]).toContain('New payee')
})

test('says when there is nothing to compare with', async () => {
  fakeApi().answer(paymentRun, run({ since: null, unknown: 2 }))
  show()
  expect(await screen.findByText(/No payment run was approved here before/)).toBeTruthy()
})

test('all payments are searched, filtered and read on', async () => {
  const user = userEvent.setup()
  const api = fakeApi()
  api.answer(paymentRun, run({ count: 60, changed: 3 }))
  api.answer(runPayments, ({ query }: any) => ({
    payments: [payment(query.cursor ? 30 : 20, { payee: query.q ?? query.news ?? 'any' })],
    total: 60,
    nextCursor: query.cursor ? null : '20',
  }))
  show()
  await user.click(await screen.findByRole('button', { name: 'Show changed accounts' }))
  const search = await screen.findByRole('region', { name: 'Payments' })
  expect(await within(search).findByText('changed')).toBeTruthy()
  await user.click(within(search).getByRole('button', { name: 'All' }))
  expect(await within(search).findByText('any')).toBeTruthy()
  await user.type(within(search).getByRole('searchbox'), 'Bau')
  expect(await within(search).findByText('Bau')).toBeTruthy()
  expect(within(search).getByText('60 payments')).toBeTruthy()
  await user.click(within(search).getByRole('button', { name: 'Load more' }))
  expect(await within(search).findAllByText('Bau')).toHaveLength(2)
})

const fault = {
  field: 'file',
  fault: 'decimals',
  element: 'PmtInf[1]/CdtTrfTxInf[14]/Amt/InstdAmt',
  found: '1.001',
  expected: '2',
}

test('a file that cannot be read names the element, to who asks and to who decides', async () => {
  fakeApi().refuse(paymentRun, 'file.no-run', [fault])
  show()
  const notice = (await screen.findByText(/Look at it before you approve/)).parentElement!
  expect(notice.textContent).toContain(
    `${fault.element} has more decimals than its currency. It says 1.001. Expected: 2.`,
  )
})

const other = { field: 'file', fault: 'version', element: 'Document', found: 'note' }

test('who asks learns that an XML file of another kind is not read', async () => {
  fakeApi().refuse(paymentRun, 'file.no-run', [other])
  show([file], true)
  expect(await screen.findByText(/was not read as a payment run/)).toBeTruthy()
})

test('who decides about an XML file of another kind reads nothing about runs', async () => {
  fakeApi().refuse(paymentRun, 'file.no-run', [other])
  show()
  await screen.findByText('The payment run is being read …')
  await waitFor(() => expect(document.body.textContent).not.toContain('run'))
})

test('files that are no XML, and erased ones, are not read', () => {
  fakeApi()
  show([
    { ...file, type: 'application/pdf' },
    { ...file, name: null },
  ])
  expect(document.body.textContent).not.toContain('run')
})
