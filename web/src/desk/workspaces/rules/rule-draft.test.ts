import { expect, test } from 'vitest'
import type { Rule } from '#contract/requests/kinds.ts'
import { draftOfRule, newRule, ruleOfDraft, type RuleDraft, type RuleField } from './rule-draft.ts'
import { faultsOfRules, refusedRules } from './rule-faults.ts'

const both = (text: string) => ({ de: text, en: text })
const field = (name: string, type: RuleField['type'], options: string[] = []): RuleField => ({
  key: `key-${name}`,
  name,
  label: both(name),
  type,
  required: true,
  options: options.map((option) => ({ key: `key-${option}`, ...both(option) })),
})
const FIELDS = [field('amount', 'amount'), field('way', 'choice', ['Mail', 'Call']), field('payee', 'line')]
const naming = { fields: FIELDS, nameOf: (key: string) => key.replace('key-', ''), language: 'de' } as const

const RULES: readonly Rule[] = [
  { when: {}, who: 'any', count: 1, before: null, hours: 24 },
  {
    when: { amountFrom: '10000.00', amountTo: '50000.00', currency: 'EUR' },
    who: { groups: ['t', 'b'] },
    count: 2,
    before: 'call-check',
    beforeHours: 6,
    hours: 36,
    declines: 'as-many',
  },
  {
    when: { field: { name: 'way', is: 'Mail' }, requesterGroup: 'g' },
    who: { participants: ['p'] },
    count: 1,
    before: 'call-back',
    hours: 1440,
  },
  { when: { field: { name: 'payee', is: 'Müller' } }, who: 'any', count: 3, before: null, hours: 1 },
  {
    when: {},
    who: { groups: ['t'] },
    count: 1,
    before: null,
    hours: 48,
    escalate: { after: 24, who: { groups: ['b'] } },
  },
  {
    when: {},
    who: { groups: ['t'] },
    count: 1,
    before: null,
    hours: 48,
    escalate: { after: 24, who: { participants: ['p'] } },
  },
  { when: {}, who: { groups: ['t'] }, count: 2, before: null, hours: 24, park: true },
]

test('a stored rule that nobody changes is sent as it was', () => {
  for (const rule of RULES) expect(ruleOfDraft(draftOfRule(rule, FIELDS, 'de'), naming)).toEqual(rule)
})

test('hours show as days where they are whole days, and amounts as people write them', () => {
  expect(RULES.map((rule) => draftOfRule(rule, FIELDS, 'de'))).toMatchObject([
    { life: '1', lifeUnit: 'days' },
    { life: '36', lifeUnit: 'hours', amountFrom: '10.000,00', amountTo: '50.000,00' },
    { life: '60', lifeUnit: 'days' },
    { life: '1', lifeUnit: 'hours' },
    { life: '2', lifeUnit: 'days', escalateAfter: '24', escalateTo: ['b'] },
    { life: '2', lifeUnit: 'days', escalateAfter: '24', escalateTo: [] },
    { park: true },
  ])
})

const FAULTS: readonly [changes: Partial<RuleDraft>, faults: Record<string, string>][] = [
  [{}, {}],
  [{ amountFrom: 'viel' }, { amountFrom: 'amount' }],
  [{ amountFrom: '1,005', currency: 'EUR' }, { amountFrom: 'decimals' }],
  [{ amountFrom: '10', amountTo: '10' }, { amountTo: 'order' }],
  [{ amountTo: '0' }, { amountTo: 'order' }],
  [{ field: 'gone', is: 'x' }, { field: 'gone' }],
  [{ field: 'key-payee', is: ' ' }, { is: 'is' }],
  [{ field: 'key-way', is: 'Mail' }, { is: 'is' }],
  [{ field: 'key-way', is: 'key-Mail' }, {}],
  [{ requesterGroup: 'gone' }, { requesterGroup: 'gone' }],
  [{ who: 'groups' }, { who: 'groups' }],
  [{ who: 'groups', groups: ['gone'] }, { who: 'gone' }],
  [{ who: 'groups', groups: ['t'], count: 5 }, {}],
  [{ who: 'groups', groups: ['t', 'b'], count: 3 }, { count: 'count' }],
  [{ who: 'groups', groups: Array.from({ length: 11 }, (_, at) => `${at}`) }, { who: 'manyGroups' }],
  [{ who: 'participants' }, { who: 'people' }],
  [{ who: 'participants', participants: ['a'], count: 2 }, { count: 'count' }],
  [
    { who: 'participants', participants: Array.from({ length: 21 }, (_, at) => `${at}`) },
    { who: 'manyPeople' },
  ],
  [{ before: 'call-back', beforeHours: '721' }, { beforeHours: 'beforeHours' }],
  [{ beforeHours: 'x' }, {}],
  [{ escalateAfter: '0' }, {}],
  [{ who: 'groups', groups: ['t'], escalateAfter: '0', escalateTo: ['b'] }, { escalateAfter: 'escalate' }],
  [{ who: 'groups', groups: ['t'], escalateAfter: '168', escalateTo: ['b'] }, { escalateAfter: 'escalate' }],
  [{ who: 'groups', groups: ['t'], escalateAfter: '167', escalateTo: ['b'] }, {}],
  [{ who: 'groups', groups: ['t'], escalateAfter: '2' }, { escalateAfter: 'groups' }],
  [{ who: 'groups', groups: ['t'], escalateAfter: '2', escalateTo: ['gone'] }, { escalateAfter: 'gone' }],
  [{ life: '0' }, { life: 'life' }],
  [{ life: '61' }, { life: 'life' }],
  [{ life: '1441', lifeUnit: 'hours' }, { life: 'life' }],
  [{ life: '1,5' }, { life: 'life' }],
]

test.each(FAULTS)('what is wrong with a rule is found at its place: %j', (changes, faults) => {
  const rule = { ...newRule(), key: 'k', ...changes }
  const placed = Object.fromEntries(Object.entries(faults).map(([part, fault]) => [`k.${part}`, fault]))
  expect(faultsOfRules([rule], FIELDS, { groups: new Set(['t', 'b']) }, 'de')).toEqual(placed)
})

test('a rule about amounts needs a field with one', () => {
  const rule = { ...newRule(), key: 'k', currency: 'EUR' }
  expect(faultsOfRules([rule], [], { groups: undefined }, 'de')).toEqual({ 'k.amountFrom': 'noAmount' })
})

test('what the server refuses goes to the place of its rule', () => {
  const rules = [
    { ...newRule(), key: 'a' },
    { ...newRule(), key: 'b' },
  ]
  const refused = (...fields: string[]) =>
    refusedRules(
      rules,
      fields.map((one) => ({ field: one, problem: 'is wrong' })),
    )
  expect(
    refused('rules.1.when', 'rules.0.who.groups.0', 'rules/0/count', 'fields.0.label', 'rules.7.when'),
  ).toEqual({
    'b.amountFrom': 'unreached',
    'a.who': 'gone',
    'a.count': 'count',
  })
  expect(refused('rules.0.when.field.is', 'rules.1.hours', 'rules.1.when.requesterGroup')).toEqual({
    'a.is': 'is',
    'b.life': 'life',
    'b.requesterGroup': 'gone',
  })
})
