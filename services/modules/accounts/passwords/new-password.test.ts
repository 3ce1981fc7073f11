import { expect, test } from 'vitest'
import { requireGoodPassword } from './new-password.ts'

const about = ['anna.keller@muster-gmbh.de', 'Zahlungen Süd', null]
const choose = (password: string) => () => requireGoodPassword({ PASSWORD_MIN_LENGTH: 6 }, password, about)
const refusal = expect.objectContaining({ code: 'password.guessable' })

test.each([
  ['password', 'a common password'],
  ['PassWort', 'a common password, capitalised'],
  ['schalke04', 'a common German password'],
  ['aaaaaaaa', 'one character'],
  ['abababab', 'two characters'],
  ['Vieraugen2026!', 'the product'],
  ['annakeller', 'the address before the @'],
  ['Keller99', 'a part of the address'],
  ['muster-gmbh', 'the company in the address'],
  ['zahlungen süd 1', 'the workspace'],
  ['Süd-2026', 'a word of the workspace name'],
])('rejects %s: %s', (password) => {
  expect(choose(password)).toThrow(refusal)
})

test.each(['correct horse', 'anna und keller', 'vieraugen sehen mehr', 'tR4!x9', '  spaced  '])(
  'accepts %s',
  (password) => {
    expect(choose(password)).not.toThrow()
  },
)

test('checks the other rules without an address or name', () => {
  const shortest = { PASSWORD_MIN_LENGTH: 6 }
  expect(() => requireGoodPassword(shortest, 'annakeller', [])).not.toThrow()
  expect(() => requireGoodPassword(shortest, 'vieraugen', [undefined])).toThrow(refusal)
})

test('rejects a password below the minimum length, counted in characters, not bytes', () => {
  const set = (password: string) => () => requireGoodPassword({ PASSWORD_MIN_LENGTH: 8 }, password, [])
  expect(set('tR4!x9z')).toThrow(
    expect.objectContaining({
      code: 'input.invalid',
      details: [{ field: 'password', problem: 'must NOT have fewer than 8 characters' }],
    }),
  )
  expect(set('tR4!x9🐎')).toThrow(expect.objectContaining({ code: 'input.invalid' }))
  expect(set('tR4!x9z🐎')).not.toThrow()
})
