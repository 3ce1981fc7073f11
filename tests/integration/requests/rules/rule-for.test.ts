import { describe, expect, test } from 'vitest'
import type { FieldType, FieldValues, Rule } from '#contract/requests/kinds.ts'
import { compareDecimals } from '#contract/requests/rules/decimal.ts'
import { ruleFor } from '#contract/requests/rules/rule-for.ts'
import { ruleOf } from '#support/rules-in-words.ts'

/** Each row: amounts | other fields | groups of the requester | which rule holds, from 1. */
const TABLES = [
  {
    title: 'One up to 10,000.00 EUR, two of Treasury from there',
    rules: ['2 of Treasury when from 10000.00, in EUR', '1 of any when below 10000.00, in EUR'],
    rows: `
      0 EUR                    |                                |                | 2
      0.01 EUR                 |                                |                | 2
      1 EUR                    |                                |                | 2
      99.99 EUR                |                                |                | 2
      999.9 EUR                |                                |                | 2
      1000 EUR                 |                                |                | 2
      5000.5 EUR               |                                |                | 2
      9999 EUR                 |                                |                | 2
      9999.9 EUR               |                                |                | 2
      9999.99 EUR              |                                |                | 2
      9999.999 EUR             |                                |                | 2
      9999.9999 EUR            |                                |                | 2
      10000 EUR                |                                |                | 1
      10000.0 EUR              |                                |                | 1
      10000.00 EUR             |                                |                | 1
      10000.0000 EUR           |                                |                | 1
      10000.0001 EUR           |                                |                | 1
      10000.01 EUR             |                                |                | 1
      10001 EUR                |                                |                | 1
      100000 EUR               |                                |                | 1
      9007199254740 EUR        |                                |                | 1
      9999999999999 EUR        |                                |                | 1
      9999999999999.9999 EUR   |                                |                | 1
      10000 USD                |                                |                | none
      9999.99 USD              |                                |                | none
      50000 CHF                |                                |                | none
                               |                                |                | none
    `,
  },
  {
    title: 'Three steps in any currency',
    rules: ['3 of Board when from 1000000', '2 of Treasury when from 10000, below 1000000', '1 of any'],
    rows: `
                               |                                |                | 3
      0 EUR                    |                                |                | 3
      9999.99 EUR              |                                |                | 3
      9999.9999 JPY            |                                |                | 3
      10000 EUR                |                                |                | 2
      10000 JPY                |                                |                | 2
      10000.00 USD             |                                |                | 2
      25000.5 CHF              |                                |                | 2
      99999.99 EUR             |                                |                | 2
      100000 EUR               |                                |                | 2
      999999.99 EUR            |                                |                | 2
      999999.9999 EUR          |                                |                | 2
      1000000 EUR              |                                |                | 1
      1000000.00 EUR           |                                |                | 1
      1000000.0001 USD         |                                |                | 1
      2500000 JPY              |                                |                | 1
      9999999999999.9999 EUR   |                                |                | 1
    `,
  },
  {
    title: 'Steps that floating point would mix up',
    rules: ['2 of Treasury when from 0.3', '1 of any when from 0.1, below 0.3'],
    rows: `
      0 EUR                    |                                |                | none
      0.0999 EUR               |                                |                | none
      0.1 EUR                  |                                |                | 2
      0.10 EUR                 |                                |                | 2
      0.1000 EUR               |                                |                | 2
      0.2 EUR                  |                                |                | 2
      0.29 EUR                 |                                |                | 2
      0.2999 EUR               |                                |                | 2
      0.3 EUR                  |                                |                | 1
      0.30 EUR                 |                                |                | 1
      0.3000 EUR               |                                |                | 1
      0.3001 EUR               |                                |                | 1
      1 EUR                    |                                |                | 1
    `,
  },
  {
    title: 'Large amounts that floating point would round',
    rules: ['2 of Treasury when from 9007199254740.9931, below 9007199254740.9933', '1 of any'],
    rows: `
      9007199254740.993 EUR    |                                |                | 2
      9007199254740.9930 EUR   |                                |                | 2
      9007199254740.9931 EUR   |                                |                | 1
      9007199254740.9932 EUR   |                                |                | 1
      9007199254740.9933 EUR   |                                |                | 2
      9007199254740.9929 EUR   |                                |                | 2
      9007199254740 EUR        |                                |                | 2
    `,
  },
  {
    title: 'Currencies have rules of their own',
    rules: [
      '2 of Treasury when from 10000, in EUR',
      '2 of Treasury when from 12000, in USD',
      '3 of Board when from 1500000, in JPY',
      '1 of any when in EUR',
      '1 of Treasury when in USD',
    ],
    rows: `
      9999.99 EUR              |                                |                | 4
      10000 EUR                |                                |                | 1
      11999.99 USD             |                                |                | 5
      12000 USD                |                                |                | 2
      10000 USD                |                                |                | 5
      1499999 JPY              |                                |                | none
      1500000 JPY              |                                |                | 3
      1 JPY                    |                                |                | none
      1 EUR                    |                                |                | 4
      1 USD                    |                                |                | 5
      1 CHF                    |                                |                | none
      20000 CHF                |                                |                | none
      0 EUR                    |                                |                | 4
      0 USD                    |                                |                | 5
                               |                                |                | none
    `,
  },
  {
    title: 'A second amount gets nobody past a rule',
    rules: [
      '2 of Treasury when from 10000, in EUR',
      '1 of any when below 10000, in EUR',
      '2 of Board when in USD',
    ],
    rows: `
      5 EUR + 50000 EUR        |                                |                | 1
      50000 EUR + 5 EUR        |                                |                | 1
      5 EUR + 9999.99 EUR      |                                |                | 2
      10000 EUR + 1 USD        |                                |                | 1
      1 USD + 10000 EUR        |                                |                | 1
      5 EUR + 50000 USD        |                                |                | 3
      50000 USD + 5 EUR        |                                |                | 3
      5 EUR + 5 USD            |                                |                | 3
      9999.99 USD + 1 USD      |                                |                | 3
      10000 EUR + 10000 EUR    |                                |                | 1
      5 EUR + 5 CHF            |                                |                | none
      5 CHF + 10000 EUR        |                                |                | 1
      5 CHF + 5 CHF            |                                |                | none
    `,
  },
  {
    title: 'The payee decides',
    rules: ['2 of Treasury when payee is Müller & Söhne', '1 of Board when payee is Acme'],
    rows: `
      1 EUR                    | payee=Müller & Söhne           |                | 1
      1 EUR                    | payee=Mu\u0308ller & So\u0308hne |                | 1
      1 EUR                    | payee= Müller & Söhne          |                | 1
      1 EUR                    | payee=Müller\u200b & Söhne     |                | 1
      1 EUR                    | payee=Müller\u00a0& Söhne      |                | 1
      1 EUR                    | payee=müller & söhne           |                | none
      1 EUR                    | payee=Müller & Soehne          |                | none
      1 EUR                    | payee=Mueller & Söhne          |                | none
      1 EUR                    | payee=Müller                   |                | none
      1 EUR                    | payee=Acme                     |                | 2
      1 EUR                    | payee=Ac\u00adme               |                | 2
      1 EUR                    | payee=acme                     |                | none
      1 EUR                    | payee=ACME                     |                | none
      1 EUR                    | payee=Acme GmbH                |                | none
      1 EUR                    | payee=Асме                     |                | none
      1 EUR                    |                                |                | none
    `,
  },
  {
    title: 'An IBAN is the same in groups of four',
    rules: ['2 of Treasury when iban is DE89370400440532013000', '1 of any'],
    rows: `
      1 EUR                    | iban=DE89370400440532013000    |                | 1
      1 EUR                    | iban=DE89 3704 0044 0532 0130 00 |                | 1
      1 EUR                    | iban=de89370400440532013000    |                | 1
      1 EUR                    | iban=DE89370400440532013001    |                | 2
      1 EUR                    | iban=DE8937040044053201300     |                | 2
      1 EUR                    | iban=GB82WEST12345698765432    |                | 2
      1 EUR                    |                                |                | 2
    `,
  },
  {
    title: 'A date, a choice and a person are compared by value',
    rules: [
      '1 of Board when due is 2026-12-31',
      '2 of Treasury when way is By letter',
      '1 of Buying when who is 6d0f7f6e-0000-4000-8000-00000000000a',
      '1 of any',
    ],
    rows: `
      1 EUR                    | due=2026-12-31                 |                | 1
      1 EUR                    | due=2026-12-30                 |                | 4
      1 EUR                    | due=2027-12-31                 |                | 4
      1 EUR                    | due=2026-12-31; way=By letter  |                | 1
      1 EUR                    | due=2026-01-01; way=By letter  |                | 2
      1 EUR                    | way=By letter                  |                | 2
      1 EUR                    | way=By mail                    |                | 4
      1 EUR                    | way=by letter                  |                | 4
      1 EUR                    | way=Per Brief                  |                | 4
      1 EUR                    | who=6d0f7f6e-0000-4000-8000-00000000000a |                | 3
      1 EUR                    | who=6D0F7F6E-0000-4000-8000-00000000000A |                | 3
      1 EUR                    | who=6d0f7f6e-0000-4000-8000-00000000000b |                | 4
      1 EUR                    | way=By mail; who=6d0f7f6e-0000-4000-8000-00000000000a |                | 3
      1 EUR                    |                                |                | 4
    `,
  },
  {
    title: 'An amount is compared by value, with or without its currency',
    rules: ['2 of Treasury when amount is 100 EUR', '1 of Board when amount is 250.50'],
    rows: `
      100 EUR                  |                                |                | 1
      100.0 EUR                |                                |                | 1
      100.00 EUR               |                                |                | 1
      100.0000 EUR             |                                |                | 1
      100.01 EUR               |                                |                | none
      100 USD                  |                                |                | none
      99.9999 EUR              |                                |                | none
      250.5 EUR                |                                |                | 2
      250.50 USD               |                                |                | 2
      250.5000 JPY             |                                |                | 2
      250.51 EUR               |                                |                | none
      250.49 EUR               |                                |                | none
      2505 EUR                 |                                |                | none
                               |                                |                | none
    `,
  },
  {
    title: 'Whoever asks decides which rule holds',
    rules: ['2 of Treasury when by Buying', '1 of Board when by Treasury', '1 of any'],
    rows: `
      1 EUR                    |                                |                | 3
      1 EUR                    |                                | Buying         | 1
      1 EUR                    |                                | Treasury       | 2
      1 EUR                    |                                | Board          | 3
      1 EUR                    |                                | Buying + Treasury | 1
      1 EUR                    |                                | Treasury + Board | 2
      1 EUR                    |                                | Buying + Board | 1
      1 EUR                    |                                | Buying + Treasury + Board | 1
    `,
  },
  {
    title: 'All conditions of a rule must hold',
    rules: [
      '3 of Treasury when from 5000, below 20000, in EUR, payee is Acme, by Buying',
      '2 of Treasury when from 5000, payee is Acme',
      '1 of Board when by Buying',
      '1 of any when below 100',
    ],
    rows: `
      50 EUR                   | payee=Acme                     | Buying         | 3
      50 EUR                   | payee=Acme                     |                | 4
      50 EUR                   | payee=Other                    | Buying         | 3
      50 EUR                   | payee=Other                    |                | 4
      4999.99 EUR              | payee=Acme                     | Buying         | 3
      4999.99 EUR              | payee=Acme                     |                | none
      4999.99 EUR              | payee=Other                    | Buying         | 3
      4999.99 EUR              | payee=Other                    |                | none
      5000 EUR                 | payee=Acme                     | Buying         | 1
      5000 EUR                 | payee=Acme                     |                | 2
      5000 EUR                 | payee=Other                    | Buying         | 3
      5000 EUR                 | payee=Other                    |                | none
      19999.99 EUR             | payee=Acme                     | Buying         | 1
      19999.99 EUR             | payee=Acme                     |                | 2
      19999.99 EUR             | payee=Other                    | Buying         | 3
      19999.99 EUR             | payee=Other                    |                | none
      20000 EUR                | payee=Acme                     | Buying         | 2
      20000 EUR                | payee=Acme                     |                | 2
      20000 EUR                | payee=Other                    | Buying         | 3
      20000 EUR                | payee=Other                    |                | none
      5000 USD                 | payee=Acme                     | Buying         | 2
      5000 USD                 | payee=Acme                     |                | 2
      5000 USD                 | payee=Other                    | Buying         | 3
      5000 USD                 | payee=Other                    |                | none
    `,
  },
  {
    title: 'The first rule that fits holds, also if a later one fits more',
    rules: [
      '1 of any when below 500',
      '2 of Treasury when below 1000',
      '3 of Treasury',
      '1 of Board when from 5000',
    ],
    rows: `
      0 EUR                    |                                |                | 1
      499.99 EUR               |                                |                | 1
      500 EUR                  |                                |                | 2
      999.99 EUR               |                                |                | 2
      1000 EUR                 |                                |                | 3
      5000 EUR                 |                                |                | 3
                               |                                |                | 3
    `,
  },
  {
    title: 'Without rules, none holds',
    rules: [],
    rows: `
                               |                                |                | none
      1 EUR                    |                                |                | none
      1000000 EUR              |                                |                | none
    `,
  },
]

const FIELDS: readonly (readonly [name: string, type: FieldType])[] = [
  ['amount', 'amount'],
  ['fee', 'amount'],
  ['payee', 'line'],
  ['iban', 'iban'],
  ['due', 'date'],
  ['way', 'choice'],
  ['who', 'person'],
]

const valuesOf = (amounts: string, others: string): FieldValues => {
  const values: FieldValues = {}
  for (const [at, amount] of amounts.split(' + ').filter(Boolean).entries()) {
    const [value = '', currency = ''] = amount.split(' ')
    values[at === 0 ? 'amount' : 'fee'] = { value, currency }
  }
  for (const other of others.split('; ').filter(Boolean)) {
    const [name = '', value = ''] = other.split('=')
    values[name] = value
  }
  return values
}

describe.each(TABLES)('$title', ({ rules, rows }) => {
  const all: readonly Rule[] = rules.map((rule) => ruleOf(rule))
  const cases = rows
    .split('\n')
    .filter((row) => row.includes('|'))
    .map((row) => row.split('|').map((cell) => cell.trim()) as [string, string, string, string])
  test.each(cases)('%s | %s | %s → %s', (amounts, others, groups, expected) => {
    const found = ruleFor(all, {
      fields: FIELDS.map(([name, type]) => ({ name, type })),
      values: valuesOf(amounts, others),
      requesterGroups: groups.split(' + ').filter(Boolean),
    })
    expect(found === null ? 'none' : String(all.indexOf(found) + 1)).toBe(expected)
  })
})

test('amounts are compared exactly, however long they are', () => {
  const inOrder = [
    '0',
    '0.0001',
    '0.1',
    '0.3',
    '1',
    '9.9999',
    '10',
    '9007199254740.9931',
    '9007199254740.9932',
  ]
  for (const [at, a] of inOrder.entries())
    for (const [of, b] of inOrder.entries())
      expect(Math.sign(compareDecimals(a, b)), `${a} and ${b}`).toBe(Math.sign(at - of))
  expect(compareDecimals('10', '10.0000')).toBe(0)
})

test('a field that the kind does not have fits no rule', () => {
  const rules = [ruleOf('1 of any when payee is Acme')]
  expect(ruleFor(rules, { fields: [], values: { payee: 'Acme' }, requesterGroups: [] })).toBeNull()
})
