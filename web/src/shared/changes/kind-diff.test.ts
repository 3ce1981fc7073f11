import { expect, test } from 'vitest'
import type { Field, Rule } from '#contract/requests/kinds.ts'
import { kindDiff } from './kind-diff.ts'

const name = { de: 'Reise', en: 'Travel' }
const field = (key: string, given: Partial<Field> = {}): Field => ({
  name: key,
  label: { de: key, en: key },
  type: 'line',
  required: true,
  listed: false,
  ...given,
})
const rule = (given: Partial<Rule> = {}): Rule => ({
  when: {},
  who: 'any',
  count: 1,
  before: null,
  hours: 24,
  ...given,
})
const marks = (list: readonly { readonly mark: string }[]) => list.map(({ mark }) => mark)

test('of a new kind, all is new', () => {
  const { fields, rules } = kindDiff(null, { name, fields: [field('a')], rules: [rule()] })
  expect([marks(fields), marks(rules)]).toEqual([['new'], ['new']])
})

test('fields are new, changed, as they were or removed, by their names', () => {
  const before = { name, fields: [field('a'), field('b'), field('c')], rules: [] }
  const after = { name, fields: [field('a'), field('b', { required: false }), field('d')], rules: [] }
  const { fields, areFieldsMoved } = kindDiff(before, after)
  expect(fields.map(({ mark, field: { name: key } }) => `${key} ${mark}`)).toEqual([
    'a same',
    'b changed',
    'd new',
    'c removed',
  ])
  expect(areFieldsMoved).toBe(false)
})

test('a rule that differs in anything is another one', () => {
  const before = { name, fields: [], rules: [rule(), rule({ count: 2 })] }
  const after = { name, fields: [], rules: [rule(), rule({ count: 2, declines: 'as-many' })] }
  expect(marks(kindDiff(before, after).rules)).toEqual(['same', 'new', 'removed'])
})

test('another order is a change: rules are read from the top', () => {
  const before = { name, fields: [field('a'), field('b')], rules: [rule(), rule({ count: 2 })] }
  const after = { name, fields: before.fields.toReversed(), rules: before.rules.toReversed() }
  const { areFieldsMoved, areRulesMoved } = kindDiff(before, after)
  expect([areFieldsMoved, areRulesMoved]).toEqual([true, true])
  const more = {
    ...before,
    fields: [field('x'), ...before.fields],
    rules: [rule({ count: 3 }), ...before.rules],
  }
  expect(kindDiff(before, more)).toMatchObject({ areFieldsMoved: false, areRulesMoved: false })
})

test('the order of keys changes nothing', () => {
  const { name: key, label, type, required, listed } = field('a')
  const other = { listed, required, type, label, name: key }
  expect(
    marks(kindDiff({ name, fields: [field('a')], rules: [] }, { name, fields: [other], rules: [] }).fields),
  ).toEqual(['same'])
})
