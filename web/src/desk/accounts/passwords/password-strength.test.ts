import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['secret', 'weak'],
  ['Tr0ub4d&3', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcabcabcabcabcabcabc', 'weak'],
  ['correct hors', 'fair'],
  ['121212 hallo 121212 hallo', 'fair'],
  ['correct horse battery', 'strong'],
] as const)('%s is %s: what makes it so is its length, and that it is no repetition', (password, strength) =>
  expect(strengthOf(password)).toBe(strength),
)
