import { expect, test } from 'vitest'
import { requireGoodPassword } from './new-password.ts'

const about = ['anna.keller@muster-gmbh.de', 'Zahlungen Süd', null]
const choose = (password: string) => () => requireGoodPassword({ PASSWORD_MIN_LENGTH: 6 }, password, about)
const refusal = expect.objectContaining({ code: 'password.guessable' })

test.each([
  ['password', 'what many choose'],
  ['PassWort', 'the same, capitalised'],
  ['schalke04', 'what many choose here'],
  ['aaaaaaaa', 'one character'],
  ['abababab', 'two characters'],
  ['Vieraugen2026!', 'the product'],
  ['annakeller', 'the address before the @'],
  ['Keller99', 'a part of it'],
  ['muster-gmbh', 'the company in the address'],
  ['zahlungen süd 1', 'the workspace'],
  ['Süd-2026', 'a word of its name'],
])('%s is refused: %s', (password) => {
  expect(choose(password)).toThrow(refusal)
})

test.each(['correct horse', 'anna und keller', 'vieraugen sehen mehr', 'tR4!x9', '  spaced  '])(
  '%s is taken',
  (password) => {
    expect(choose(password)).not.toThrow()
  },
)

test('where nothing is known about somebody the rest still holds', () => {
  const shortest = { PASSWORD_MIN_LENGTH: 6 }
  expect(() => requireGoodPassword(shortest, 'annakeller', [])).not.toThrow()
  expect(() => requireGoodPassword(shortest, 'vieraugen', [undefined])).toThrow(refusal)
})

test('what is shorter than this installation asks for is refused as such, by characters and not by their size', () => {
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
