import { expect, test } from 'vitest'
import { moved } from '../rules/moved.ts'
import { newRule } from '../rules/rule-draft.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import {
  bodyOfKind,
  draftOfKind,
  emptyKind,
  faultsOfDraft,
  newField,
  newOption,
  refusedPlaces,
  withRules,
  withType,
  type FieldDraft,
  type KindDraft,
} from './kind-draft.ts'

const fieldOf = (key: string, changes: Partial<FieldDraft> = {}): FieldDraft => ({
  ...newField(),
  key,
  label: { de: `${key} de`, en: `${key} en` },
  ...changes,
})
const draftOf = (...fields: FieldDraft[]): KindDraft => ({
  ...emptyKind(),
  name: { de: 'Reise', en: 'Travel' },
  fields,
})
const saved: Kind = {
  id: 'k',
  version: 3,
  builtIn: null,
  name: { de: 'Reise', en: 'Travel' },
  fields: [
    {
      name: 'by',
      label: { de: 'Womit', en: 'By' },
      type: 'choice',
      required: true,
      listed: true,
      options: [{ de: 'Bahn', en: 'Train' }],
    },
  ],
  rules: [{ when: {}, who: 'any', count: 1, before: null, hours: 24 }],
}

test('a kind that nobody has changed is sent as it is, with its rules', () => {
  const { id, name, fields, rules } = saved
  expect(bodyOfKind(draftOfKind({ ...saved, rules }, 'en'), 'en')).toEqual({ id, name, fields, rules })
})

test('a new field of a new kind is named after its English label, and no two alike', () => {
  const labels = ['Größe & Umfang (m²)', 'Grosse Umfang m2', 'Size', ' size ', '日本', '9 lives']
  const draft = draftOf(...labels.map((en, place) => fieldOf(`k${place}`, { label: { de: `${place}`, en } })))
  const names = bodyOfKind(draft, 'en').fields.map(({ name }) => name)
  expect(names.every((name) => /^[a-z][a-z0-9-]{0,29}$/.test(name))).toBe(true)
  expect(names[0]).toBe('gro-e-umfang-m2')
  expect([names[2], names[4], names[5]]).toEqual(['size', 'field', 'lives'])
  expect(new Set(names).size).toBe(6)
})

test('a new field of a saved kind takes no name that an earlier version may have had', () => {
  const draft = draftOfKind(saved, 'en')
  const added = { ...draft, fields: [...draft.fields, fieldOf('new', { label: { de: 'Ziel', en: 'To' } })] }
  expect(bodyOfKind(added, 'en').fields.map(({ name }) => name)).toEqual([
    'by',
    expect.stringMatching(/^to-[0-9a-f]{4}$/),
  ])
})

test('only a choice has options', () => {
  const choice = withType(fieldOf('a'), 'choice')
  expect(choice.options).toHaveLength(2)
  const [field] = bodyOfKind(draftOf(withType(choice, 'date')), 'en').fields
  expect(field).not.toHaveProperty('options')
})

test('fields move up and down, and not beyond the ends', () => {
  const all = ['a', 'b', 'c'].map((key) => ({ key }))
  const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join('')
  expect(keys(moved(all, 'b', -1))).toBe('bac')
  expect(keys(moved(all, 'b', 1))).toBe('acb')
  expect(keys(moved(all, 'a', -1))).toBe('abc')
  expect(keys(moved(all, 'c', 1))).toBe('abc')
})

test.each([
  ['nothing', draftOf(fieldOf('a')), {}],
  ['a missing name', { ...draftOf(), name: { de: ' ', en: 'x' } }, { 'name.de': 'missing' }],
  ['a long name', { ...draftOf(), name: { de: 'x', en: 'x'.repeat(61) } }, { 'name.en': 'long' }],
  [
    'the label of another field',
    draftOf(fieldOf('a'), fieldOf('b', { label: { de: 'B', en: 'A EN ' } })),
    { 'b.label.en': 'twice' },
  ],
  ['a choice without options', draftOf(fieldOf('a', { type: 'choice' })), { 'a.options': 'options' }],
  [
    'an option without words',
    draftOf(fieldOf('a', { type: 'choice', options: [{ ...newOption(), key: 'o', de: 'Ja' }] })),
    { 'a.options.o.en': 'missing' },
  ],
  [
    'a fifth field in lists',
    draftOf(...['a', 'b', 'c', 'd', 'e'].map((key) => fieldOf(key, { listed: true }))),
    { 'e.listed': 'listed' },
  ],
])('finds %s', (_, draft, faults) => {
  expect(faultsOfDraft(draft)).toEqual(faults)
})

test('what the server refuses is shown where it stands', () => {
  const draft = draftOf(fieldOf('a'), fieldOf('b'))
  const details = ['name', 'fields.1.type', 'fields.0.label', 'fields.9.label', 'rules']
  expect(
    refusedPlaces(
      draft,
      details.map((field) => ({ field })),
    ),
  ).toEqual({
    'name.de': 'refused',
    'b.type': 'typed',
    'a.label.de': 'refused',
  })
})

test('a draft whose rules a program of before has typed gets what they lack', () => {
  const { escalateAfter: _, escalateTo: _to, ...before } = { ...newRule(), count: 2 }
  const draft = { ...emptyKind(), rules: [before as ReturnType<typeof newRule>] }
  expect(withRules(draft, undefined, 'en').rules).toMatchObject([
    { count: 2, escalateAfter: '', escalateTo: [] },
  ])
})
