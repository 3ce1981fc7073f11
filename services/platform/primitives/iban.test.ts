import { expect, test } from 'vitest'
import { ibanProblem, plainIban } from './iban.ts'

test.each([
  ['de89 3704-0044.0532 0130 00', 'DE89370400440532013000'],
  // In capitals ß would become two letters, and a wrong IBAN one of the right length.
  ['straße', 'straße'],
])('%s is read as %s', (typed, plain) => expect(plainIban(typed)).toBe(plain))

test.each([
  ['DE89370400440532013000', null],
  ['', 'has only letters without accents and digits'],
  ['DE8937040044053201300Ä', 'has only letters without accents and digits'],
  ['DE8937040044053201300_', 'has only letters without accents and digits'],
  ['XX89370400440532013000', 'starts with the two letters of a country that has IBANs'],
  ['constructor', 'has only letters without accents and digits'],
  ['DE8937040044053201300', 'of DE has 22 characters, this one has 21'],
  ['DE8937040044053201300A', 'is not made up as an IBAN of DE is'],
  ['DE88370400440532013000', 'has check digits that do not fit'],
])('%s: %s', (plain, problem) => expect(ibanProblem(plain)).toBe(problem))
