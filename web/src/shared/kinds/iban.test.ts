import { describe, expect, test } from 'vitest'
import { groupedIban } from './iban-groups.ts'
import { editIban, ibanFault, plainIban } from './iban.ts'

test.each([
  ['de02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['IBAN: DE02-1203-0000-0000-2020-51', 'DE02120300000000202051'],
  ['DE02\u00A01203\u200B0000 0000 2020 51\n', 'DE02120300000000202051'],
])('takes %j without what separates the characters', (typed, plain) => {
  expect(plainIban(typed)).toBe(plain)
  expect(groupedIban(plain)).toBe('DE02 1203 0000 0000 2020 51')
})

describe('the cursor stays where somebody edits', () => {
  /** `|` is the cursor. */
  const edited = (before: string, after: string, by = 'insertText'): string => {
    const cursor = after.indexOf('|')
    const { plain, cursor: at } = editIban({ before, text: after.replace('|', ''), cursor, by })
    const shown = groupedIban(plain)
    return `${shown.slice(0, at)}|${shown.slice(at)}`
  }
  test.each([
    ['at the end', 'DE02', 'DE021|', 'DE02 1|'],
    ['at the end of a group', 'DE0', 'DE02|', 'DE02|'],
    ['in the middle', 'DE02120300', 'DE029| 1203 00', 'DE02 9|120 300'],
    ['before a space', 'DE02120300', 'DE9|02 1203 00', 'DE9|0 2120 300'],
    ['after a paste', '', 'de02-1203|', 'DE02 1203|'],
  ])('%s', (_, before, after, result) => expect(edited(before, after)).toBe(result))

  test('deleting at a space deletes the character behind it', () => {
    expect(edited('DE021203', 'DE02|1203', 'deleteContentBackward')).toBe('DE0|1 203')
    expect(edited('DE021203', 'DE02|1203', 'deleteContentForward')).toBe('DE02| 203')
    expect(edited('DE021203', 'DE02 120|', 'deleteContentBackward')).toBe('DE02 120|')
  })
})

test.each([
  ['DE02120300000000202051', null],
  ['NL91ABNA0417164300', null],
  ['DE0212030000000020205Ü', { why: 'characters' }],
  ['XX02120300000000202051', { why: 'country' }],
  ['D', { why: 'country' }],
  ['DE0212030000000020205', { why: 'length', country: 'DE', length: 22, given: 21 }],
  ['DE02120300000000202052', { why: 'digits' }],
  ['NL91AB1A0417164300', { why: 'form', country: 'NL' }],
])('judges %s', async (plain, fault) => {
  expect(await ibanFault(plain)).toEqual(fault)
})
