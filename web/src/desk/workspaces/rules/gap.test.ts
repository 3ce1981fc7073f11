import { expect, test } from 'vitest'
import type { Rule, When } from '#contract/requests/kinds.ts'
import { gapIn } from './gap.ts'

const ruleFor = (when: When): Rule => ({ when, who: 'any', count: 1, before: null, hours: 24 })
const both = (text: string) => ({ de: text, en: text })
const amount = { name: 'amount', type: 'amount', required: true } as const
const way = { name: 'way', type: 'choice', required: true, options: [both('Mail'), both('Call')] } as const
const fieldsOf = (...fields: readonly object[]) => fields as unknown as Parameters<typeof gapIn>[1]

const ROWS: readonly [title: string, rules: When[], fields: readonly object[], gap: unknown][] = [
  ['no rule at all is no gap', [], [amount], null],
  ['a rule for everything leaves none', [{ amountFrom: '10' }, {}], [amount], null],
  ['two amounts that meet leave none', [{ amountFrom: '10' }, { amountTo: '10' }], [amount], null],
  [
    'between two amounts',
    [{ amountFrom: '20' }, { amountTo: '10' }],
    [amount],
    { amount: { value: '10', currency: 'EUR' } },
  ],
  ['below the lowest', [{ amountFrom: '20' }], [amount], { amount: { value: '0', currency: 'EUR' } }],
  [
    'another currency',
    [
      { amountFrom: '10', currency: 'EUR' },
      { amountTo: '10', currency: 'EUR' },
    ],
    [amount],
    { amount: { value: '0', currency: 'USD' } },
  ],
  [
    'an amount that need not be there',
    [{ amountFrom: '0' }],
    [{ ...amount, required: false }],
    { amount: null },
  ],
  ['whoever is in no group', [{ requesterGroup: 'g' }], [], { amount: null }],
  [
    'another text of a field',
    [{ field: { name: 'payee', is: 'Acme' } }],
    [{ name: 'payee', type: 'line' }],
    { amount: null },
  ],
  [
    'each option of a choice has a rule',
    [{ field: { name: 'way', is: 'Mail' } }, { field: { name: 'way', is: 'Call' } }],
    [way],
    null,
  ],
  ['one option has none', [{ field: { name: 'way', is: 'Mail' } }], [way], { amount: null }],
  [
    'a choice that need not be made',
    [{ field: { name: 'way', is: 'Mail' } }, { field: { name: 'way', is: 'Call' } }],
    [{ ...way, required: false }],
    { amount: null },
  ],
]

test.each(ROWS)('a request that no rule fits: %s', (_, rules, fields, gap) => {
  expect(gapIn(rules.map(ruleFor), fieldsOf(...fields))).toEqual(gap)
})
