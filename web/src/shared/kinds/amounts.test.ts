import { describe, expect, test } from 'vitest'
import { decimalsIn } from '#contract/requests/fields/currencies.ts'
import { CURRENCIES, formatAmount, readAmount } from './amounts.ts'

describe('reads an amount as people type it, in either language', () => {
  test.each([
    ['10000', '10000.00'],
    ['10.000,00', '10000.00'],
    ['10,000.00', '10000.00'],
    ['10 000,5', '10000.50'],
    ['10\u202F000,50', '10000.50'],
    ['10’000.50', '10000.50'],
    ['1.000.000', '1000000.00'],
    ['1,234,567.8', '1234567.80'],
    ['0,5', '0.50'],
    ['0.50', '0.50'],
    ['007', '7.00'],
    ['48.200,–', '48200.00'],
    ['48,-', '48.00'],
    [' 12 € ', '12.00'],
    ['EUR 1.234,5', '1234.50'],
    ['9999999999999,99', '9999999999999.99'],
  ])('%s', (typed, value) => {
    expect(readAmount(typed, 'EUR', 'en')).toEqual({ value })
    expect(readAmount(typed, 'EUR', 'de')).toEqual({ value })
  })
})

test('one mark before three digits means what it means in the reader’s language', () => {
  expect(readAmount('12.345', 'EUR', 'de')).toEqual({ value: '12345.00' })
  expect(readAmount('12.345', 'EUR', 'en')).toEqual({ fault: 'decimals' })
  expect(readAmount('12,345', 'EUR', 'en')).toEqual({ value: '12345.00' })
  expect(readAmount('12,345', 'EUR', 'de')).toEqual({ fault: 'decimals' })
  expect(readAmount('12.345', 'KWD', 'en')).toEqual({ value: '12.345' })
})

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['ten', 'form'],
  ['-5', 'form'],
  ['1e3', 'form'],
  ['1.00.000', 'form'],
  ['1,000.000,00', 'form'],
  ['10 00', 'form'],
  ['.5', 'form'],
  ['5.5.', 'form'],
  ['٣', 'form'],
  ['0.001', 'decimals'],
  ['1.999,999', 'decimals'],
  ['10000000000000', 'large'],
  ['5 USD', 'currency'],
  ['$5', 'currency'],
])('does not take %j: %s', (typed, fault) => {
  expect(readAmount(typed, 'EUR', 'en')).toEqual({ fault })
})

test('a currency has its own number of decimals', () => {
  expect(readAmount('1.5', 'JPY', 'en')).toEqual({ fault: 'decimals' })
  expect(readAmount('1,500', 'JPY', 'en')).toEqual({ value: '1500' })
  expect(readAmount('1.5', 'BHD', 'en')).toEqual({ value: '1.500' })
})

test('offers currencies that the server takes, and reads and shows each with the decimals of ISO 4217', () => {
  for (const currency of [...CURRENCIES, 'IDR', 'IQD', 'CLF']) {
    const decimals = decimalsIn(currency)!
    const value = `1.${'5'.repeat(decimals)}`.replace(/\.$/, '')
    expect(readAmount(value, currency, 'en')).toEqual({ value })
    expect(readAmount(`${value}${decimals === 0 ? '.' : ''}5`, currency, 'en')).toEqual({ fault: 'decimals' })
    expect(formatAmount({ value: '1', currency }, 'en')).toBe(
      `1${decimals > 0 ? '.' : ''}${'0'.repeat(decimals)}\u00A0${currency}`,
    )
  }
})

test('shows an amount in the reader’s language, with every digit', () => {
  expect(formatAmount({ value: '9999999999999.99', currency: 'EUR' }, 'de')).toBe(
    '9.999.999.999.999,99\u00A0EUR',
  )
  expect(formatAmount({ value: '10000', currency: 'EUR' }, 'en')).toBe('10,000.00\u00A0EUR')
  expect(formatAmount({ value: '1500', currency: 'JPY' }, 'de')).toBe('1.500\u00A0JPY')
  expect(formatAmount({ value: '0.1234', currency: 'EUR' }, 'en')).toBe('0.1234\u00A0EUR')
})
