import { expect, test } from 'vitest'
import { pinWeakness } from '#contract/accounts/pins.ts'

test.each([
  ['repeats', ['000000', '112211', '000001', '100000', '121212', '112233', '123123', '11111122', '12341234']],
  [
    'counts',
    [
      '123456',
      '654321',
      '246810',
      '102030',
      '010203',
      '890123',
      '135791',
      '101112',
      '369121',
      '510152',
      '405060',
      '908070',
      '12345678',
      '100200300',
    ],
  ],
  ['mirrors', ['123321', '1234321', '907709']],
  ['date', ['010190', '241286', '24121986', '19861224']],
  ['common', ['147258', '159753', '789456']],
] as const)('%s', (weakness, pins) => {
  const found = pins.map((pin) => [pin, pinWeakness(pin)])
  expect(found).toEqual(pins.map((pin) => [pin, weakness]))
})

test('accepts most PINs', () => {
  expect(
    ['294716', '739104', '739201', '8305174926', '271828', '314159', '480257'].filter(
      (pin) => pinWeakness(pin) !== null,
    ),
  ).toEqual([])
  // Every seventh of a million: a fair sample, in a second.
  const weak = Array.from({ length: 142_857 }, (_, n) => pinWeakness(String(7 * n).padStart(6, '0')))
  const share = weak.filter((weakness) => weakness !== null).length / weak.length
  expect(share).toBeGreaterThan(0.03)
  expect(share).toBeLessThan(0.06)
})
