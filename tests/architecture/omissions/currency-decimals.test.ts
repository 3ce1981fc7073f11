import { expect, test } from 'vitest'
import { decimalsIn } from '#contract/requests/fields/currencies.ts'
import { amountText } from '#contract/requests/rules/rule-text.ts'
import { readSources } from '../source-graph.ts'

/** Where `Intl` and ISO 4217 do not agree, and some where they do. */
const SAMPLES = { HUF: 2, IDR: 2, IQD: 3, EUR: 2, JPY: 0, BHD: 3, CLF: 4, ISK: 0 }

test('the server and the words of rules give each currency the same decimals; `amounts.test.ts` of the web compares the browser', () => {
  for (const [currency, decimals] of Object.entries(SAMPLES)) {
    const shown = decimals === 0 ? '7' : `7.${'0'.repeat(decimals)}`
    expect(decimalsIn(currency)).toBe(decimals)
    expect(amountText('7', currency, 'en')).toBe(`${shown} ${currency}`)
  }
})

test('nothing asks `Intl` how many decimals a currency has: use `decimals.ts` of the contract', () => {
  const asking = [...readSources()].flatMap(([path, source]) =>
    /^(services|projections|web\/src)\//.test(path) &&
    /style: 'currency'|supportedValuesOf\('currency'\)/.test(source)
      ? path
      : [],
  )
  expect(asking).toEqual([])
})
