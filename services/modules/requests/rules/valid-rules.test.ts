import { expect, test } from 'vitest'
import type { Field, Rule } from '#contract/requests/kinds.ts'
import { ruleOf } from '#support/rules-in-words.ts'
import { ruleProblems, type Company } from './valid-rules.ts'

const FIELDS: readonly Pick<Field, 'name' | 'type' | 'options'>[] = [
  { name: 'amount', type: 'amount' },
  { name: 'payee', type: 'line' },
  { name: 'due', type: 'date' },
  { name: 'way', type: 'choice', options: [{ de: 'Brief', en: 'Letter' }] },
  { name: 'who', type: 'person' },
  { name: 'invoice', type: 'file' },
]
const COMPANY: Company = {
  groups: new Map([
    ['Treasury', ['Anna', 'Ben']],
    ['Board', ['Cleo']],
    ['Buying', []],
  ]),
  participants: new Map([
    ['Anna', { approver: true }],
    ['Ben', { approver: true }],
    ['Emil', { approver: false }],
    ['6d0f7f6e-0000-4000-8000-00000000000a', { approver: true }],
  ]),
}

/** Each row: the rules | the problem of them, or none. */
const TABLE: readonly (readonly [rules: readonly string[], problem: string])[] = [
  [[], 'none'],
  [['1 of any'], 'none'],
  [['5 of any'], 'none'],
  [['1 of any when below 10000', '2 of Treasury'], 'none'],
  [['1 of any when below 10000', '2 of Treasury when from 10000'], 'none'],
  [['2 of Treasury when from 10000', '1 of any'], 'none'],
  [['2 of Treasury when from 10000, below 10000.0001'], 'none'],
  [
    ['2 of Treasury when from 10000, below 10000'],
    'rules.0.when.amountFrom must be below amountTo, which is not included',
  ],
  [
    ['2 of Treasury when from 10000.00, below 10000'],
    'rules.0.when.amountFrom must be below amountTo, which is not included',
  ],
  [['2 of Treasury when from 9, below 10'], 'none'],
  [
    ['2 of Treasury when from 10, below 9'],
    'rules.0.when.amountFrom must be below amountTo, which is not included',
  ],
  [['1 of any when below 0'], 'rules.0.when.amountTo must be above zero, because it is not included'],
  [['1 of any when below 0.00'], 'rules.0.when.amountTo must be above zero, because it is not included'],
  [['1 of any', '2 of Treasury'], 'rules.1.when is never reached, because rule 1 above fits first'],
  [
    ['1 of any', '2 of Treasury when from 10000'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [
    ['1 of any when from 100', '2 of Treasury when from 10000'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [
    ['1 of any when from 100', '2 of Treasury when from 100.00'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when from 100', '2 of Treasury when from 99.99'], 'none'],
  [
    ['1 of any when below 100', '2 of Treasury when below 50'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when below 50', '2 of Treasury when below 100'], 'none'],
  [
    ['1 of any when in EUR', '2 of Treasury when from 10000, in EUR'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when in EUR', '2 of Treasury when from 10000, in USD'], 'none'],
  [['1 of any when from 10, in EUR', '2 of Treasury when from 10'], 'none'],
  [
    ['1 of any when by Buying', '2 of Treasury when from 10, by Buying'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when by Buying', '2 of Treasury when by Board'], 'none'],
  [
    ['1 of any when payee is Acme', '2 of Treasury when payee is Acme, from 5'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when payee is Acme', '2 of Treasury when payee is Other'], 'none'],
  [
    ['1 of any when from 10, below 20', '2 of Treasury when from 12, below 18'],
    'rules.1.when is never reached, because rule 1 above fits first',
  ],
  [['1 of any when from 10, below 20', '2 of Treasury when from 12, below 28'], 'none'],
  [['1 of any when lost is Acme'], 'rules.0.when.field.name is no field of this kind'],
  [['1 of any when invoice is Acme'], 'rules.0.when.field.name is a file, and no rule compares files'],
  [['1 of any when amount is 100'], 'none'],
  [['1 of any when amount is 100.00 EUR'], 'none'],
  [
    ['1 of any when amount is 1,000.00'],
    'rules.0.when.field.is is no amount, such as 10000.00 or 10000.00 EUR',
  ],
  [['1 of any when due is 2028-02-29'], 'none'],
  [['1 of any when due is 2026-02-29'], 'rules.0.when.field.is is no date, such as 2026-12-31'],
  [['1 of any when due is 31.12.2026'], 'rules.0.when.field.is is no date, such as 2026-12-31'],
  [['1 of any when way is Letter'], 'none'],
  [['1 of any when way is Brief'], 'rules.0.when.field.is is none of the options in English'],
  [['1 of any when who is 6D0F7F6E-0000-4000-8000-00000000000A'], 'none'],
  [['1 of any when who is Anna B'], 'rules.0.when.field.is is no participant of this workspace'],
  [['1 of any when by Sales'], 'rules.0.when.requesterGroup is no group of this workspace'],
  [['1 of Sales'], 'rules.0.who.groups.0 is no group of this workspace'],
  [['1 of Treasury+Sales'], 'rules.0.who.groups.1 is no group of this workspace'],
  [['1 of @Zoe'], 'rules.0.who.participants.0 is no participant of this workspace'],
  [['1 of @Anna+Emil'], 'rules.0.who.participants.1 is no approver'],
  [['2 of @Anna+Ben'], 'none'],
  [['3 of @Anna+Ben'], 'rules.0.count is above the people named here'],
  [['2 of Treasury'], 'none'],
  [['3 of Treasury'], 'rules.0.count is above the people in the group'],
  [['1 of Buying'], 'rules.0.count is above the people in the group'],
  [['2 of Treasury+Board'], 'none'],
  [['3 of Treasury+Board'], 'rules.0.count is above the groups named here, and each one stands for another'],
  [['1 of any when below 5', '3 of Treasury when from 5'], 'rules.1.count is above the people in the group'],
]

test.each(TABLE)('%j → %s', (rules, problem) => {
  const found = ruleProblems(
    rules.map((rule) => ruleOf(rule)),
    FIELDS,
    COMPANY,
  )
  expect(found.map((one) => `${one.field} ${one.problem}`)).toEqual(problem === 'none' ? [] : [problem])
})

test.each(['from 10', 'below 10', 'in EUR'])('“%s” needs a field with an amount', (condition) => {
  const found = ruleProblems(
    [ruleOf(`1 of any when ${condition}`)],
    [{ name: 'payee', type: 'line' }],
    COMPANY,
  )
  expect(found.map(({ problem }) => problem)).toEqual([
    'needs a field with an amount, and this kind has none',
  ])
})

test('hours without what must go before are a mistake', () => {
  const with24: Rule = ruleOf('1 of any', { beforeHours: 24 })
  expect(ruleProblems([with24], FIELDS, COMPANY)).toEqual([
    { field: 'rules.0.beforeHours', problem: 'is only for a rule that names what must go before' },
  ])
  expect(ruleProblems([{ ...with24, before: 'call-check' }], FIELDS, COMPANY)).toEqual([])
})

test('names every problem of every rule at once', () => {
  const found = ruleProblems(
    [
      ruleOf('3 of @Zoe when from 10, below 5, by Sales', { beforeHours: 3 }),
      ruleOf('1 of any'),
      ruleOf('1 of any'),
    ],
    FIELDS,
    COMPANY,
  )
  expect(found.map(({ field }) => field)).toEqual([
    'rules.0.when.amountFrom',
    'rules.0.when.requesterGroup',
    'rules.0.who.participants.0',
    'rules.0.count',
    'rules.0.beforeHours',
    'rules.2.when',
  ])
})

test.each<[Partial<Rule>, string]>([
  [{ escalate: { after: 23, who: { groups: ['Board'] } } }, 'none'],
  [{ escalate: { after: 23, who: 'any' } }, 'none'],
  [{ escalate: { after: 24, who: 'any' } }, 'rules.0.escalate.after must be below the hours of the rule'],
  [
    { escalate: { after: 1, who: { groups: ['Board', 'Nobody'] } } },
    'rules.0.escalate.who.groups.1 is no group of this workspace',
  ],
  [
    { escalate: { after: 1, who: { participants: ['Emil'] } } },
    'rules.0.escalate.who.participants.0 is no approver',
  ],
  [
    { who: 'any', escalate: { after: 1, who: { groups: ['Board'] } } },
    'rules.0.escalate.who adds nobody, because all approvers are asked from the start',
  ],
])('who is asked later: %j', (more, problem) => {
  const rule = { ...ruleOf('1 of Treasury'), hours: 24, ...more }
  const found = ruleProblems([rule], FIELDS, COMPANY).map((one) => `${one.field} ${one.problem}`)
  expect(found.join('; ') || 'none').toBe(problem)
})
