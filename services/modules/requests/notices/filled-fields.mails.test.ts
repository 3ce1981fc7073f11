import { expect, test } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { plain } from '#modules/mails/letter.ts'
import { kindFacts, kindLine } from './filled-fields.mails.ts'

const label = (text: string) => ({ de: `${text} (de)`, en: text })
const of = (...fields: NonNullable<Request['fields']>) =>
  ({
    kind: { id: 'k', version: 1, name: { de: 'Zahlung', en: 'Payment' } },
    fields,
    files: [{ id: 'f', name: 'Rechnung.pdf', type: 'application/pdf', size: 1, sha256: 'ab' }],
  }) as unknown as Request
const listed = { listed: true } as const
const request = of(
  {
    name: 'a',
    label: label('Amount'),
    type: 'amount',
    value: { value: '1234567.50', currency: 'EUR' },
    ...listed,
  },
  { name: 'b', label: label('Yen'), type: 'amount', value: { value: '5000', currency: 'JPY' }, ...listed },
  { name: 'c', label: label('IBAN'), type: 'iban', value: 'NO9386011117947', ...listed },
  { name: 'd', label: label('Due'), type: 'date', value: '2026-12-01', ...listed },
  {
    name: 'e',
    label: label('How'),
    type: 'choice',
    value: 'Letter',
    option: { de: 'Brief', en: 'Letter' },
    ...listed,
  },
  { name: 'f', label: label('File'), type: 'file', value: 'f', ...listed },
  {
    name: 'g',
    label: label('Who'),
    type: 'person',
    value: 'p',
    person: { participantId: 'p', email: 'ben@example.com', name: 'Ben' },
    ...listed,
  },
  { name: 'h', label: label('Secret'), type: 'line', value: 'unlisted', listed: false },
)
const facts = (language: 'de' | 'en', one = request) =>
  kindFacts(language, one).map(([name, value]) => `${name}: ${plain(value)}`)

test.each([
  [
    'en',
    [
      'Kind: Payment',
      'Amount: 1,234,567.50 EUR',
      'Yen: 5,000 JPY',
      'IBAN: NO93 8601 1117 947',
      'Due: 1 Dec 2026',
      'How: Letter',
      'File: Rechnung. pdf',
      'Who: Ben (ben@example.com)',
    ],
  ],
  [
    'de',
    [
      'Art: Zahlung',
      'Amount (de): 1.234.567,50 EUR',
      'Yen (de): 5.000 JPY',
      'IBAN (de): NO93 8601 1117 947',
      'Due (de): 01.12.2026',
      'How (de): Brief',
      'File (de): Rechnung. pdf',
      'Who (de): Ben (ben@example.com)',
    ],
  ],
] as const)('a mail says the kind and what is listed, as people read it: %s', (language, said) => {
  expect(facts(language)).toEqual(said)
})

test('what somebody typed makes no link, in a label neither', () => {
  const typed = of({
    name: 'a',
    label: { de: 'x', en: 'evil.example' },
    type: 'line',
    value: 'https://evil.example',
    ...listed,
  })
  expect(facts('en', typed)[1]).toBe('evil. example: https: //evil. example')
})

test('what is gone is left out, and a request without a kind says nothing', () => {
  const gone = of(
    { name: 'a', label: label('File'), type: 'file', value: 'other', ...listed },
    { name: 'b', label: label('Who'), type: 'person', value: 'p', person: null, ...listed },
  )
  expect(facts('en', gone)).toEqual(['Kind: Payment'])
  expect(kindFacts('en', {} as Request)).toEqual([])
  expect(kindLine('en', {} as Request)).toEqual([])
})

test('a digest has them in one line', () => {
  expect(plain(kindLine('de', of(request.fields![0]!, request.fields![4]!)))).toBe(
    'Zahlung · 1.234.567,50 EUR · Brief',
  )
})
