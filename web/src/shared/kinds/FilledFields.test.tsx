import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { UploadedFile } from '#contract/requests/files.ts'
import { setLanguage } from '../texts/language.ts'
import { FilledFields, FilledLines } from './FilledFields.tsx'
import { filesBeside, type FilledField, type OfKind } from './filled-field.ts'
import { KindWords } from './KindWords.tsx'

afterEach(() => setLanguage('en'))

const file = (number: number): UploadedFile => ({
  id: `f${number}`,
  name: `Invoice ${number}.pdf`,
  type: 'application/pdf',
  size: 3_000,
  sha256: String(number).repeat(64),
})
const field = (name: string, type: FilledField['type'], value: FilledField['value']): FilledField => ({
  name,
  label: { de: `${name} (de)`, en: `${name} (en)` },
  type,
  value,
})
const payment: OfKind = {
  kind: { name: { de: 'Zahlung', en: 'Payment' } },
  fields: [
    { ...field('amount', 'amount', { value: '10000.00', currency: 'EUR' }), listed: true },
    { ...field('payee', 'line', 'Hydraulik Nord'), listed: true },
    field('iban', 'iban', 'DE02120300000000202051'),
    field('due', 'date', '2026-12-24'),
    field('why', 'text', 'first line\nsecond line'),
    { ...field('buyer', 'person', 'p1'), person: { email: 'anna@example.com', name: 'Anna' } },
    field('invoice', 'file', 'f1'),
  ],
  files: [file(1), file(2)],
  changedIban: { field: 'iban', before: 'DE75512108001245126199', approvedAt: '2026-10-02T08:00:00.000Z' },
}
const timeOf = (iso: string): string => iso.slice(0, 10)

test('shows every field with its label and its whole value, in the reader’s language', () => {
  setLanguage('de')
  render(<FilledFields request={payment} timeOf={timeOf} />)
  const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)[0]).toBe('amount (de)')
  expect(shown[0]).toBe('10.000,00\u00A0EUR')
  expect(shown[3]).toBe('24.12.2026')
  expect(shown[4]).toBe('first line\nsecond line')
  expect(shown[5]).toBe('Anna anna@example.com')
  expect(shown[6]).toContain('Invoice 1.pdf')
  expect(shown[6]).toContain('1'.repeat(64))
})

test('an IBAN is shown in groups of four and copied without spaces', () => {
  const { container } = render(<FilledFields request={{ ...payment, changedIban: null }} timeOf={timeOf} />)
  const iban = container.querySelector('.iban')!
  expect(iban.textContent).toBe('DE02120300000000202051')
  expect([...iban.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    'DE02',
    '1203',
    '0000',
    '0000',
    '2020',
    '51',
  ])
})

test('whoever decides sees that the IBAN has changed, and the one of before', () => {
  render(<FilledFields request={payment} timeOf={timeOf} />)
  const [iban] = screen.getAllByRole('definition').slice(2)
  within(iban!).getByText('Not the IBAN of before')
  expect(iban!.textContent).toContain('on 2026-10-02: DE75512108001245126199')
})

test('where nothing can be pressed, every field and the IBAN of before stand in lines', () => {
  const { container } = render(<FilledLines request={payment} timeOf={timeOf} />)
  expect(container.querySelectorAll('.filled-line')).toHaveLength(7)
  expect(container.textContent).toContain('amount (en) 10,000.00\u00A0EUR')
  expect(container.textContent).toContain('DE75512108001245126199')
  expect(container.textContent).toContain('Invoice 1.pdf')
  expect(container.querySelector('button')).toBeNull()
})

test('a row names the kind and the listed fields', async () => {
  const { container } = render(<KindWords request={payment} />)
  await screen.findByText('Payment')
  expect(container.textContent).toBe('Payment · 10,000.00\u00A0EUR · Hydraulik Nord')
})

test('a request without a kind has neither fields nor a line', () => {
  const { container } = render(
    <>
      <FilledFields request={{}} timeOf={timeOf} />
      <KindWords request={{ kind: null }} />
    </>,
  )
  expect(container.textContent).toBe('')
})

test('a file that stands in a field is not listed a second time', () => {
  expect(filesBeside(payment).map(({ id }) => id)).toEqual(['f2'])
  expect(filesBeside({ files: [file(1)] })).toHaveLength(1)
})

test('a row says first how many of several have approved, also of a free text', () => {
  const ofTwo = { needs: { count: 2 }, decisions: [{ approves: true }, { approves: false }] }
  const textOf = (request: Parameters<typeof KindWords>[0]['request']) => {
    const { container } = render(<KindWords request={request} />)
    return container.textContent
  }
  expect(textOf({ ...payment, ...ofTwo })).toMatch(/^1 of 2 · /)
  expect(textOf(ofTwo)).toBe('1 of 2')
  expect(textOf({ needs: { count: 1 } })).toBe('')
})

test.each([
  ['en', '0 of 2', 'too few approvers'],
  ['de', '0 von 2', 'zu wenige Freigebende'],
] as const)(
  'says of a request that too few can decide what it lacks, not how many have approved (%s)',
  (language, progress, lack) => {
    setLanguage(language)
    const waiting = { needs: { count: 2 } }
    const { rerender, container } = render(<KindWords request={waiting} />)
    expect(container.textContent).toBe(progress)
    rerender(<KindWords request={{ ...waiting, parked: { people: 1, groups: [] } }} />)
    expect(container.textContent).toBe(lack)
  },
)
