import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import type { Field } from '#contract/requests/kinds.ts'
import { builtInId, builtInKinds } from './built-in-kinds.ts'
import { kindDecider, type WriteKind } from './kind.decider.ts'
import { faultsOf, type KnownKind, type Written } from './kind-fault.decider.ts'

const coded = (code: Rejected['code']) => expect.objectContaining({ code })
const workspaceId = 'w'
const both = (text: string) => ({ de: `${text} (de)`, en: `${text} (en)` })
const field = (name: string, given: Partial<Field> = {}): Field => ({
  name,
  label: both(name),
  type: 'line',
  required: false,
  listed: false,
  ...given,
})
const contract: Written = { name: both('Contract'), fields: [field('partner')], rules: [] }
const known = (written: Written, id: string): KnownKind => ({
  id,
  version: 1,
  builtIn: null,
  retired: [],
  ...written,
})
const builtIn = builtInKinds(workspaceId).map((kind): KnownKind => ({ retired: [], ...kind }))
const own = known(contract, 'k')
const write = (written: Written, given: Partial<WriteKind> = {}) =>
  kindDecider.decide(
    {
      type: 'WriteKind',
      workspaceId,
      kindId: 'k',
      isNew: false,
      written,
      known: [...builtIn, own],
      ruleFaults: [],
      ...given,
    },
    kindDecider.initialState,
  )
const anew = (written: Written, others: readonly KnownKind[] = []) =>
  write(written, { kindId: 'n', isNew: true, known: [...builtIn, ...others] })
const problems = (fields: Field[], before?: KnownKind) =>
  faultsOf({ ...contract, fields }, before).map(({ field: at, problem }) => `${at} ${problem}`)

test('where people are protected, nothing is written at once', () => {
  const isProtected = true
  expect(() => write({ ...contract, fields: [] }, { isProtected })).toThrow(coded('command.conflict'))
  expect(() => write(contract, { isNew: true, kindId: 'n', known: builtIn, isProtected })).toThrow(
    coded('command.conflict'),
  )
  expect(write(contract, { isProtected })).toEqual([])
})

test('an approved kind is written as the version that was approved, or not at all', () => {
  const changed = { ...contract, fields: [] }
  expect(write(changed, { becomes: 2 })).toMatchObject([{ data: { version: 2 } }])
  for (const becomes of [1, 3]) expect(write(changed, { becomes })).toEqual([])
  const first = { kindId: 'n', isNew: true, known: builtIn }
  expect(write(contract, { ...first, becomes: 1 })).toMatchObject([{ data: { version: 1 } }])
  expect(write(contract, { ...first, becomes: 2 })).toEqual([])
})

test('a new kind has version 1, and each change makes the next one; the same again is nothing new', () => {
  expect(anew(contract)).toEqual([
    {
      type: 'KindWritten',
      data: {
        workspaceId,
        kindId: 'n',
        version: 1,
        builtIn: null,
        definition: { ...contract, retired: [] },
      },
    },
  ])
  expect(write({ ...contract, fields: [] })).toMatchObject([
    { data: { kindId: 'k', version: 2, definition: { retired: [{ name: 'partner', type: 'line' }] } } },
  ])
  expect(write(contract)).toEqual([])
})

test('the state knows the last version of each kind and where it stands in the stream', () => {
  const events = ['a', 'b', 'a'].map((kindId, at) => ({
    type: 'KindWritten' as const,
    data: { workspaceId, kindId, version: at === 2 ? 2 : 1, builtIn: null, definition: null },
  }))
  const { kinds } = events.reduce(kindDecider.evolve, kindDecider.initialState)
  expect(Object.fromEntries(kinds)).toEqual({
    a: { version: 2, revision: 2 },
    b: { version: 1, revision: 1 },
  })
})

test('an unknown kind cannot be changed', () => {
  expect(() => write(contract, { kindId: 'other' })).toThrow(coded('kind.not-found'))
})

test.each([
  ['another one', both('Contract')],
  ['one in other letters', { de: 'CONTRACT (DE)', en: 'Something' }],
  ['a built-in one', { de: 'Etwas', en: 'payment' }],
])('two kinds of one name are refused: %s', (_, name) => {
  expect(() => anew({ ...contract, name }, [own])).toThrow(coded('kind.exists'))
})

test('a kind may keep its own name', () => {
  expect(write({ ...contract, fields: [field('partner', { required: true })] })).toHaveLength(1)
})

test('a workspace has at most 30 kinds of its own', () => {
  const many = Array.from({ length: 30 }, (_, i) => known({ ...contract, name: both(`k${i}`) }, `k${i}`))
  expect(() => anew(contract, many)).toThrow(coded('kind.limit'))
  expect(anew(contract, many.slice(1))).toHaveLength(1)
  expect(write({ ...contract, name: both('New') }, { kindId: 'k3', known: many })).toHaveLength(1)
})

test('what is wrong is refused by its place', () => {
  expect(() => anew({ ...contract, fields: [field('a'), field('a', { label: both('b') })] })).toThrow(
    new Rejected('input.invalid', [{ field: 'fields.1.name', problem: 'is the name of another field' }]),
  )
})

describe('of fields:', () => {
  const options = [both('one'), both('two')]

  test('a name and a label are there once, in any letters', () => {
    expect(problems([field('a'), field('b', { label: { de: 'x', en: 'A (EN)' } })])).toEqual([
      'fields.1.label is the label of another field',
    ])
  })
  test('a choice has options, each once, and nothing else has them', () => {
    expect(problems([field('a', { type: 'choice' })])).toEqual(['fields.0.options are missing'])
    expect(problems([field('a', { options })])).toEqual(['fields.0.options are for a choice alone'])
    expect(problems([field('a', { type: 'choice', options })])).toEqual([])
    const twice = [...options, { de: 'drei', en: 'ONE (en)' }]
    expect(problems([field('a', { type: 'choice', options: twice })])).toEqual([
      'fields.0.options.2 is there twice',
    ])
  })
  test('lists show at most four', () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, i) => field(`f${i}`, { listed: true }))
    expect(problems(fields(4))).toEqual([])
    expect(problems(fields(5))).toEqual(['fields has more than 4 fields that lists show'])
  })
  test('a name keeps its type, also one that was gone for a while', () => {
    const date = field('partner', { type: 'date' })
    expect(problems([date], own)).toEqual(['fields.0.type was line before; use another name'])
    const without = { ...own, fields: [], retired: [{ name: 'partner', type: 'line' as const }] }
    expect(problems([date], without)).toEqual(['fields.0.type was line before; use another name'])
    expect(problems([field('partner')], without)).toEqual([])
  })
  test('a kind has had at most 100 names', () => {
    const retired = Array.from({ length: 99 }, (_, i) => ({ name: `f${i}`, type: 'line' as const }))
    const before = { ...own, fields: [], retired }
    expect(problems([field('one')], before)).toEqual([])
    expect(problems([field('one'), field('two')], before)).toEqual([
      'fields had more than 100 names over time',
    ])
  })
})

test('a built-in kind keeps its name and its fields', () => {
  const payment = builtIn.find((kind) => kind.builtIn === 'payment')!
  const { name, fields } = payment
  const kindId = builtInId(workspaceId, 'payment')
  expect(write({ name, fields, rules: [] }, { kindId })).toEqual([])
  expect(faultsOf({ name: both('Pay'), fields: [], rules: [] }, payment).map((fault) => fault.field)).toEqual(
    ['name', 'fields'],
  )
})

test('rules make a new version, unless something is wrong with them', () => {
  const rules = [{ when: {}, who: 'any' as const, count: 1, before: null, hours: 24 }]
  expect(write({ ...contract, rules })).toMatchObject([{ data: { version: 2, definition: { rules } } }])
  const fault = { field: 'rules.0.count', problem: 'is above the people in the group' }
  expect(() => write({ ...contract, rules }, { ruleFaults: [fault] })).toThrow(
    new Rejected('input.invalid', [fault]),
  )
})

test('the built-in kinds are valid themselves and have the same ids in every program', () => {
  for (const kind of builtIn) expect(faultsOf({ ...kind, rules: [] }, undefined)).toEqual([])
  expect(builtIn.map((kind) => kind.builtIn)).toEqual([
    'text',
    'payment',
    'bank-details',
    'payment-run',
    'access',
  ])
  expect(builtInId('3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01', 'payment')).toBe(
    '0505f2cb-98b1-5748-8746-c0402c6f53d7',
  )
})
