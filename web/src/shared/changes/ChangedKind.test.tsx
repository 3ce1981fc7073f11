import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Field, Kind, Rule } from '#contract/requests/kinds.ts'
import { changeOf, idOf, signIn } from '../../testing/samples.ts'
import { preparedChange } from '../../testing/signing.ts'
import { ids } from '../../testing/samples.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { changeDifferences } from './signed-change.ts'

beforeEach(signIn)

type Shape = Pick<Kind, 'name' | 'fields' | 'rules' | 'reminders'>
const field = (name: string, en: string, given: Partial<Field> = {}): Field => ({
  name,
  label: { de: `${en} (de)`, en },
  type: 'line',
  required: true,
  listed: false,
  ...given,
})
const rule = (given: Partial<Rule>): Rule => ({
  when: {},
  who: 'any',
  count: 1,
  before: null,
  hours: 24,
  ...given,
})
const group = { id: idOf(51), name: 'Treasury' }
const ada = { participantId: idOf(52), email: 'ada@example.com' }
const before: Shape = {
  name: { de: 'Reise', en: 'Travel' },
  fields: [field('to', 'Where to'), field('why', 'Why'), field('when', 'When', { type: 'date' })],
  rules: [rule({ who: { groups: [group.id] } })],
}
const after: Shape = {
  name: { de: 'Fahrt', en: 'Trip' },
  reminders: { quarter: false, dayBefore: false },
  fields: [
    field('to', 'Where to'),
    field('when', 'When', { type: 'date', required: false }),
    field('by', 'By', { type: 'choice', listed: true, options: [{ de: 'Bahn', en: 'Train' }] }),
  ],
  rules: [
    rule({ who: { participants: [ada.participantId] }, when: { amountFrom: '1000.00' }, hours: 48 }),
    rule({ who: { groups: [group.id] } }),
  ],
}
const change = changeOf(1, {
  action: 'kind.written',
  target: { kind: 'kind', id: idOf(53), label: 'Fahrt / Trip' },
  changes: [
    { field: 'version', before: 3, after: 4 },
    { field: 'kind', before, after },
  ],
  people: [ada],
  groups: [group],
})

test('shows a kind in full: what is new, changed, removed, and what stays', () => {
  render(<ChangedFields change={change} />)
  const [name, reminders, fields, rules] = screen.getAllByRole('list')
  expect(name!.textContent).toContain('Reise / Travel → Fahrt / Trip')
  expect(reminders!.textContent).toContain('after a quarter of the time, a day before the end → none')
  const itemsOf = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(itemsOf(fields!)).toEqual([
    'as before Where to (de) / Where to: Line of text; required',
    'changed before: When (de) / When: Date; required → When (de) / When: Date; not required',
    'new By (de) / By: Choice; required; in lists and mails; choice of: Bahn / Train',
    'removed Why (de) / Why: Line of text; required',
  ])
  expect(itemsOf(rules!)).toEqual([
    'new ada@example.com; from 1,000.00; waits 48 hours',
    'as before One of: Treasury; waits 24 hours',
  ])
  expect(screen.getByText('4')).toBeTruthy()
})

test('of a new kind, all is new, and nothing of before is shown', () => {
  const changes = [
    { field: 'version', before: null, after: 1 },
    { field: 'kind', before: null, after: { ...before, rules: [] } },
  ]
  render(<ChangedFields change={{ ...change, changes }} />)
  expect(screen.getAllByText('new')).toHaveLength(3)
  screen.getByText('No rules: who asks names who decides.')
  expect(screen.queryByText(/before:/)).toBeNull()
})

test('signs what is shown: another field, another rule or a hidden character is a difference', async () => {
  const differences = (given: Partial<Shape>) =>
    preparedChange(change).then((prepared) =>
      changeDifferences(
        {
          ...change,
          changes: [change.changes[0]!, { field: 'kind', before, after: { ...after, ...given } }],
        },
        ids.participant,
        prepared,
      ),
    )
  expect(await differences({})).toEqual([])
  expect(await differences({ rules: [] })).toContain('changeHash')
  expect(await differences({ fields: after.fields.slice(1) })).toContain('changeHash')
  expect(await differences({ name: { de: 'Fahrt\u200b', en: 'Trip' } })).toEqual(['kind'])
})
