import { describe, expect, test } from 'vitest'
import type { Field, FieldType, FieldValues } from '#contract/requests/kinds.ts'
import { readValues } from './field-values.ts'

const field = (type: FieldType, given: Partial<Field> = {}): Field => ({
  name: 'it',
  label: { de: 'Es', en: 'It' },
  type,
  required: false,
  listed: true,
  ...given,
})
const known = { files: ['f1'], participantIds: new Set(['p1']) }
const read = (fields: Field[], values: FieldValues) => readValues({ fields }, values, known)
const options = [{ de: 'Brief', en: 'Letter' }]

/** What one field makes of a value: what is kept of it, or what is wrong. */
const one = (type: FieldType, value: FieldValues[string], given: Partial<Field> = {}) => {
  const { filled, faults } = read([field(type, given)], { it: value })
  for (const fault of faults) expect(fault.field).toBe('fields.it')
  return faults[0]?.problem ?? filled[0]?.value
}
const amount = (value: string, currency = 'EUR') => one('amount', { value, currency })

test('fields are kept in the order of the kind, with what is shown of them', () => {
  const fields = [field('line', { name: 'b' }), field('choice', { name: 'a', listed: false, options })]
  expect(read(fields, { a: 'Letter', b: 'Text' })).toEqual({
    faults: [],
    filled: [
      { name: 'b', label: { de: 'Es', en: 'It' }, type: 'line', listed: true, value: 'Text' },
      {
        name: 'a',
        label: { de: 'Es', en: 'It' },
        type: 'choice',
        listed: false,
        value: 'Letter',
        option: { de: 'Brief', en: 'Letter' },
      },
    ],
  })
})

test('a required field is needed, also an empty one; an optional one is left out', () => {
  for (const values of [{}, { it: '' }]) {
    const needed = read([field('line', { required: true })], values)
    expect(needed.faults).toEqual([{ field: 'fields.it', problem: 'is missing' }])
    expect(read([field('line')], values)).toEqual({ filled: [], faults: [] })
  }
})

test('a field that the kind has not is refused by its name, cut', () => {
  const values = { other: '1', constructor: '1', ['x'.repeat(90)]: '1' }
  expect(read([], values).faults.map((fault) => fault.field)).toEqual([
    'fields.other',
    'fields.constructor',
    `fields.${'x'.repeat(40)}`,
  ])
  expect(read([field('line', { name: 'constructor' })], {}).filled).toEqual([])
})

test('all that is wrong is told at once', () => {
  const fields = [field('date', { name: 'a' }), field('iban', { name: 'b' }), field('line', { name: 'c' })]
  const { faults } = read(fields, { a: 'x', b: 'x', c: 'fine' })
  expect(faults.map((fault) => fault.field)).toEqual(['fields.a', 'fields.b'])
})

describe('an amount', () => {
  test.each([
    ['0', 'EUR'],
    ['10000.00', 'EUR'],
    ['10000.5', 'EUR'],
    ['9999999999999.99', 'USD'],
    ['5000', 'JPY'],
    ['1.234', 'KWD'],
    ['1.2345', 'CLF'],
  ])('is kept as it was given: %s %s', (value, currency) => {
    expect(amount(value, currency)).toEqual({ value, currency })
  })
  test.each<[string, string, string]>([
    ['1.001', 'EUR', 'in EUR has at most 2 decimals'],
    ['1.0', 'JPY', 'in JPY has no decimals'],
    ['1.2345', 'KWD', 'in KWD has at most 3 decimals'],
    ['1', 'EURO', 'has a currency that is none of ISO 4217'],
    ['1', 'eur', 'has a currency that is none of ISO 4217'],
    ['1', 'XXX', 'has a currency that is none of ISO 4217'],
    ['1', 'DEM', 'has a currency that is none of ISO 4217'],
    ['1', 'ЕUR', 'has a currency that is none of ISO 4217'],
    ...['1,00', '1.000,00', '01', '-1', '+1', '1e3', '', ' ', '1.', '.5', 'NaN', '١', '10000000000000'].map(
      (value): [string, string, string] => [
        value,
        'EUR',
        'has a value that is no decimal text such as 10000.00',
      ],
    ),
  ])('is refused: %s %s', (value, currency, problem) => {
    expect(amount(value, currency)).toBe(problem)
  })
  test('is no text, and nothing else is an amount', () => {
    expect(one('amount', '100')).toBe('is an amount with a value and a currency')
    expect(one('line', { value: '1', currency: 'EUR' })).toBe('is a text')
  })
})

describe('an IBAN', () => {
  test.each([
    ['DE89370400440532013000', 'DE89370400440532013000'],
    ['de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['NO93-8601-1117-947', 'NO9386011117947'],
    ['CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
  ])('is kept without spaces, in capitals: %s', (typed, plain) => {
    expect(one('iban', typed)).toBe(plain)
  })
  test.each([
    ['DE89370400440532013001', 'has check digits that do not fit'],
    ['DE98370400440532013000', 'has check digits that do not fit'],
    ['DE8937040044053201300', 'of DE has 22 characters, this one has 21'],
    ['GB29NWBK601613319268190', 'of GB has 22 characters, this one has 23'],
    ['GB29123460161331926819', 'is not made up as an IBAN of GB is'],
    ['US89370400440532013000', 'starts with the two letters of a country that has IBANs'],
    ['constructor', 'starts with the two letters of a country that has IBANs'],
    ['DЕ89370400440532013000', 'has only letters without accents and digits'],
    ['DE8937040044053201300ß', 'has only letters without accents and digits'],
    ['DE٨٩370400440532013000', 'has only letters without accents and digits'],
  ])('is refused: %s', (typed, problem) => {
    expect(one('iban', typed)).toBe(problem)
  })
})

describe('a date', () => {
  test.each(['2026-02-28', '2028-02-29', '2026-12-31', '0001-01-01'])(
    'is a day of the calendar: %s',
    (day) => {
      expect(one('date', day)).toBe(day)
    },
  )
  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '01.02.2026',
    '2026-01-01T00:00:00Z',
    '+02026-01-01',
  ])('is refused: %s', (day) => {
    expect(one('date', day)).toBe('is no day such as 2026-11-26')
  })
})

test('a choice is one of the options by its English text', () => {
  expect(one('choice', 'Letter', { options })).toBe('Letter')
  for (const other of ['Brief', 'letter', 'Mail'])
    expect(one('choice', other, { options })).toBe('is none of the options')
})

test('a person is one of the workspace, a file one of the request', () => {
  expect(one('person', 'p1')).toBe('p1')
  expect(one('person', 'p2')).toBe('is nobody of this workspace')
  expect(one('file', 'f1')).toBe('f1')
  expect(one('file', 'f2')).toBe('is none of the files of this request')
})

test('a line is one line of at most 200 characters, a text has several', () => {
  expect(one('line', 'x'.repeat(200))).toBe('x'.repeat(200))
  expect(one('line', '👍'.repeat(200))).toBe('👍'.repeat(200))
  expect(one('line', 'x'.repeat(201))).toBe('has more than 200 characters')
  expect(one('line', 'a\nb')).toBe('holds a control character')
  expect(one('text', 'a\nb')).toBe('a\nb')
})
