import { expect, test } from 'vitest'
import { changesBetween } from './request-changes.ts'

const words = {
  language: 'en',
  title: 'Title',
  details: 'Details',
  kind: 'Kind',
  files: 'Files',
  erased: 'deleted user',
} as const
const both = (text: string) => ({ de: `${text} (de)`, en: text })
const file = (name: string, sha256: string) => ({
  id: name,
  name,
  type: 'application/pdf' as const,
  size: 1,
  sha256,
})
const amount = (value: string) => ({
  name: 'amount',
  label: both('Amount'),
  type: 'amount' as const,
  listed: true,
  value: { value, currency: 'EUR' },
})
const reference = {
  name: 'reference',
  label: both('Reference'),
  type: 'line' as const,
  listed: false,
  value: 'R 7',
}
const before = {
  title: 'Pay',
  details: null,
  files: [file('a.pdf', '1')],
  fields: [amount('10.00'), reference],
}

test('says each thing that differs, from what to what, also what was added and what is gone', () => {
  const after = { ...before, title: 'Pay now', details: 'Soon', fields: [amount('12.00')] }
  expect(changesBetween(before, after, words)).toEqual([
    { name: 'Title', before: 'Pay', after: 'Pay now' },
    { name: 'Amount', before: '10.00\u00A0EUR', after: '12.00\u00A0EUR' },
    { name: 'Reference', before: 'R 7', after: null },
    { name: 'Details', before: null, after: 'Soon' },
  ])
})

test('says nothing if all is the same; no details and empty ones are', () => {
  expect(changesBetween(before, { ...before, details: '' }, words)).toEqual([])
})

test('a file with other bytes is another one, also under the same name', () => {
  expect(changesBetween(before, { ...before, files: [file('b.pdf', '1')] }, words)).toEqual([])
  expect(changesBetween(before, { ...before, files: [file('a.pdf', '2')] }, words)).toEqual([
    { name: 'Files', before: 'a.pdf', after: 'a.pdf' },
  ])
})
