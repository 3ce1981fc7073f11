import { expect, test } from 'vitest'
import { amountCell, amountDigits } from './amounts.ts'

test.each([
  ['1234567.5', 'EUR', '1234567.50', { amount: 1_234_567.5, decimals: 2 }],
  ['100', 'EUR', '100.00', { amount: 100, decimals: 2 }],
  ['5000', 'JPY', '5000', { amount: 5_000, decimals: 0 }],
  ['1.2345', 'KWD', '1.2345', { amount: 1.2345, decimals: 4 }],
  // A spreadsheet has 15 digits.
  ['9999999999999.9999', 'EUR', '9999999999999.9999', '9999999999999.9999'],
] as const)('%s %s is a number in a spreadsheet of each language', (value, currency, digits, cell) => {
  const amount = { value, currency }
  expect(amountDigits(amount, 'en')).toBe(digits)
  expect(amountDigits(amount, 'de')).toBe(digits.replace('.', ','))
  expect(amountCell(amount)).toEqual(cell)
})
