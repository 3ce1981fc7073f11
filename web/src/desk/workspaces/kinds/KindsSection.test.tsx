import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Kind } from '#contract/requests/kinds.ts'
import { kindList, writeKind } from '#contract/requests/writing-kinds.ts'
import { groupList, type Group } from '#contract/workspaces/approving/groups.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { keepDrafts } from '#shared/session/drafts.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, idOf, ids, participantOf, signIn } from '../../../testing/samples.ts'
import { KindsSection } from './KindsSection.tsx'

beforeEach(signIn)

const payment: Kind = {
  id: idOf(21),
  version: 1,
  builtIn: 'payment',
  name: { de: 'Zahlung', en: 'Payment' },
  fields: [
    { name: 'amount', label: { de: 'Betrag', en: 'Amount' }, type: 'amount', required: true, listed: true },
    { name: 'due', label: { de: 'Fällig', en: 'Due' }, type: 'date', required: false, listed: true },
  ],
  rules: [],
}
const travel: Kind = {
  id: idOf(22),
  version: 3,
  builtIn: null,
  name: { de: 'Reise', en: 'Travel' },
  fields: [
    { name: 'to', label: { de: 'Wohin', en: 'Where to' }, type: 'line', required: true, listed: true },
    { name: 'when', label: { de: 'Wann', en: 'When' }, type: 'date', required: true, listed: false },
  ],
  rules: [],
}

const treasury: Group = { id: idOf(31), name: 'Treasury', participantIds: [] }
const [ada, bo, carl] = [
  participantOf(1, { name: 'Ada' }),
  participantOf(2, { approver: false, requester: true }),
  participantOf(3),
]

const show = (kinds: Kind[] = [payment, travel], isProtected = false) => {
  const api = fakeApi()
  api.answer(kindList, kinds)
  api.answer(groupList, [treasury])
  api.answer(
    workspaceParticipants,
    [ada, bo, carl].map((participant) => ({ participant })),
  )
  return { api, ...renderAt('/', <KindsSection workspaceId={ids.workspace} isProtected={isProtected} />) }
}
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const save = () => button('Save kind')

test('lists the kinds with their fields and rules, and offers to change them', async () => {
  show()
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toBe(
    'PaymentAmount (required), DueNo rules: who asks says who decides.built inChange…',
  )
  expect(second!.textContent).toContain('Where to (required), When (required)')
  expect(second!.textContent).toContain('Version 3')
  expect(screen.getAllByRole('button', { name: /^Change/ })).toHaveLength(2)
})

test('makes a kind with fields in their order, and says that it is version 1', async () => {
  const { api, person } = show()
  api.answer(writeKind, { ...travel, version: 1 })
  await person.click(await screen.findByRole('button', { name: 'Add a kind' }))
  expect(document.activeElement?.textContent).toBe('New kind of request')
  screen.getByText(/^This becomes version 1/)
  await person.type(input('Name in German'), 'Spende')
  await person.type(input('Name in English'), 'Donation')
  await person.type(input('Label in German'), 'Wofür')
  await person.type(input('Label in English'), 'What for')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Choice')
  const [one, two] = screen.getAllByRole('group', { name: /^Option \d/ })
  await person.type(within(one!).getByRole('textbox', { name: 'In German' }), 'Schule')
  await person.type(within(one!).getByRole('textbox', { name: 'In English' }), 'School')
  await person.click(within(two!).getByRole('button', { name: 'Remove Option 2' }))
  await person.click(button('Add a field'))
  await person.keyboard('Betrag')
  const second = screen.getByRole('group', { name: 'Field 2' })
  await person.type(within(second).getByRole('textbox', { name: 'Label in English' }), 'Amount')
  await person.selectOptions(within(second).getByRole('combobox', { name: 'Type' }), 'Amount with currency')
  await person.click(within(second).getByRole('checkbox', { name: 'Show in lists and mails' }))
  await person.click(within(second).getByRole('checkbox', { name: 'Required' }))
  await person.click(button(/Move .*Amount.* up/))
  expect(document.activeElement).toBe(button(/Move .*Amount.* up/))
  screen.getByText('Amount: place 1 of 2')
  await person.click(save())
  await screen.findByText('Saved as version 1.')
  expect(api.sentTo(writeKind)).toEqual([
    {
      params: { workspaceId: ids.workspace },
      query: {},
      body: {
        name: { de: 'Spende', en: 'Donation' },
        fields: [
          {
            name: 'amount',
            label: { de: 'Betrag', en: 'Amount' },
            type: 'amount',
            required: false,
            listed: true,
          },
          {
            name: 'what-for',
            label: { de: 'Wofür', en: 'What for' },
            type: 'choice',
            required: true,
            listed: false,
            options: [{ de: 'Schule', en: 'School' }],
          },
        ],
        rules: [],
      },
    },
  ])
})

test('changes a kind: a saved field keeps its key and its type, and saving makes the next version', async () => {
  const { api, person } = show()
  api.answer(writeKind, { ...travel, version: 4 })
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  screen.getByText(/^Saving makes version 4\./)
  const [type] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Type' })
  expect(type!.disabled).toBe(true)
  await person.click(button(/Remove .*When/))
  await person.clear(input('Label in English'))
  await person.type(input('Label in English'), 'Destination')
  await person.click(save())
  await screen.findByText('Saved as version 4.')
  expect(api.sentTo(writeKind)[0]?.body).toMatchObject({
    id: travel.id,
    fields: [{ name: 'to', label: { en: 'Destination' } }],
  })
})

test('what is wrong is said at its field, which gets the focus', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  const [first, second] = screen.getAllByRole('textbox', { name: 'Label in English' })
  await person.clear(second!)
  await person.type(second!, 'where to')
  await person.click(save())
  expect(document.activeElement).toBe(second)
  screen.getByText('This is there already.')
  expect([first, second].map((each) => each!.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
})

test('what the server refuses is said too, and nothing that was typed is lost', async () => {
  const { api, person } = show()
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  await person.type(input('Name in English'), 's')
  api.refuse(writeKind, 'kind.exists')
  await person.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('has this name already')
  expect(input('Name in English').value).toBe('Travels')
  api.refuse(writeKind, 'input.invalid', [{ field: 'fields.1.label', problem: 'is there' }])
  await person.click(save())
  await screen.findByText('This was not accepted. Please check it.')
  expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Label in German' })[1])
  expect(input('Name in English').value).toBe('Travels')
})

test('says which reminders are sent, and sends them only where an admin chooses', async () => {
  const { api, person } = show([{ ...travel, reminders: { quarter: true, dayBefore: false } }])
  api.answer(writeKind, { ...travel, version: 4 })
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const [quarter, day] = ['After a quarter of the time', 'A day before the end'] as const
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  expect([box(quarter).checked, box(day).checked]).toEqual([true, false])
  await person.click(save())
  await screen.findByText('Saved as version 4.')
  expect(api.sentTo(writeKind)[0]?.body).not.toHaveProperty('reminders')

  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  await person.click(box(day))
  await person.click(box(quarter))
  await person.click(save())
  await waitFor(() => expect(api.sentTo(writeKind)).toHaveLength(2))
  expect(api.sentTo(writeKind)[1]?.body).toMatchObject({ reminders: { quarter: false, dayBefore: true } })
})

test('of a kind that says nothing about reminders, both are sent', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  const reminders = within(screen.getByRole('group', { name: 'Reminders' }))
  expect(reminders.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
    true,
    true,
  ])
})

test('where people are protected, says that a second admin decides, and marks what waits', async () => {
  const { api, person } = show([payment, travel], true)
  const waiting = changeOf(1, {
    action: 'kind.written',
    target: { kind: 'kind', id: travel.id, label: 'Travel' },
  })
  api.answer(changeList, [])
  await screen.findByText('While people are protected, a second admin decides each change of a kind.')
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  await person.type(input('Name in English'), 's')
  api.wait(writeKind, waiting)
  api.answer(changeList, [waiting])
  await person.click(save())
  await screen.findByText(/^Nothing has changed yet/)
  await screen.findByRole('link', { name: /waits/i })
  expect(screen.queryByText('Saved as version', { exact: false })).toBeNull()
})

test('says that somebody else has saved meanwhile, and takes their version on request', async () => {
  const { api, person, readAgain } = show()
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  await person.type(input('Name in English'), ' abroad')
  api.answer(kindList, [payment, { ...travel, version: 4, name: { de: 'Fahrt', en: 'Trip' } }])
  await readAgain()
  await screen.findByText(/^Somebody else has saved version 4 meanwhile/)
  expect(input('Name in English').value).toBe('Travel abroad')
  await person.click(button('Use theirs instead'))
  expect(input('Name in English').value).toBe('Trip')
  await waitFor(() => expect(screen.queryByText(/^Somebody else/)).toBeNull())
})

test('the draft outlives the end of the session', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Add a kind' }))
  await person.type(input('Name in English'), 'Donation')
  keepDrafts()
  cleanup()
  signIn()
  show()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name in English' })).value).toBe(
    'Donation',
  )
})

const group = (name: string) => screen.getByRole('group', { name })
const withRules: Kind = {
  ...payment,
  version: 2,
  rules: [
    {
      when: { amountFrom: '10000.00', currency: 'EUR' },
      who: { groups: [treasury.id] },
      count: 2,
      before: null,
      hours: 48,
    },
    { when: {}, who: { participants: [ada.id] }, count: 1, before: 'call-back', beforeHours: 6, hours: 36 },
  ],
}

test('shows each rule as the sentence that is signed, and how long a request is open', async () => {
  show([withRules])
  const list = await screen.findByRole('list', { name: 'Rules' })
  await screen.findByText(/^Two of: Treasury/)
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replaceAll(/[\u2068\u2069]/g, '')),
    ).toEqual([
      'Two of: Treasury; from 10,000.00 EUR; open for 2 days',
      'Ada (person-1@example.com); after a call-back on the number on file in the last 6 hours; open for 36 hours',
    ]),
  )
})

test('gives a built-in kind rules by keyboard, in an order of their own; its name and fields stay', async () => {
  const { api, person } = show()
  api.answer(writeKind, { ...withRules })
  await person.click(await screen.findByRole('button', { name: 'Change Payment' }))
  screen.getByText(/^The name and the fields of a built-in kind stay/)
  expect(screen.queryByRole('textbox', { name: 'Name in English' })).toBeNull()
  await person.click(button('Add a rule'))
  expect(document.activeElement).toBe(input('Amount from'))
  await person.keyboard('10,000')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR')
  await person.selectOptions(screen.getByRole('combobox', { name: 'People' }), 'Groups')
  await person.click(screen.getByRole('checkbox', { name: 'Treasury' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'How many must approve' }), '2')
  await person.selectOptions(
    screen.getByRole('combobox', { name: 'Declines' }),
    'It takes as many as approvals',
  )
  await person.click(screen.getByRole('checkbox', { name: 'Requests wait while too few people can decide' }))
  expect(group('Rule 1').textContent).toContain(
    'Two of: Treasury; from 10,000.00 EUR; 2 declines end it; waits while too few can decide',
  )
  screen.getByText(/^Some requests fit no rule, such as small ones in EUR/)
  await person.click(button(/^Rule 1/))
  expect(screen.queryByRole('textbox', { name: 'Amount from' })).toBeNull()

  await person.click(button('Add a rule'))
  const second = within(group('Rule 2'))
  await person.selectOptions(second.getByRole('combobox', { name: 'Asked by' }), 'Treasury')
  await person.selectOptions(second.getByRole('combobox', { name: 'People' }), 'People by name')
  const box = within(second.getByRole('group', { name: 'People by name' }))
  expect(box.queryByRole('checkbox', { name: bo.email! })).toBeNull()
  await person.click(box.getByRole('checkbox', { name: /Ada/ }))
  await person.selectOptions(second.getByRole('combobox', { name: 'What must go before' }), 'call-back')
  expect(second.queryByRole('checkbox', { name: /^Requests wait/ })).toBeNull()
  await person.clear(second.getByRole('textbox', { name: 'Open for' }))
  await person.type(second.getByRole('textbox', { name: 'Open for' }), '36')
  await person.selectOptions(second.getByRole('combobox', { name: 'Unit' }), 'hours')
  await person.click(button('Move Rule 2 up'))
  expect(document.activeElement).toBe(button('Move Rule 1 up'))
  screen.getByText('Rule 2: place 1 of 2')
  await person.click(save())
  await screen.findByText('Saved as version 2.')
  expect(api.sentTo(writeKind)[0]?.body).toEqual({
    id: payment.id,
    name: payment.name,
    fields: payment.fields,
    rules: [
      {
        when: { requesterGroup: treasury.id },
        who: { participants: [ada.id] },
        count: 1,
        before: 'call-back',
        hours: 36,
      },
      {
        when: { amountFrom: '10000.00', currency: 'EUR' },
        who: { groups: [treasury.id] },
        count: 2,
        before: null,
        hours: 168,
        declines: 'as-many',
        park: true,
      },
    ],
  })
})

test('what is wrong with a rule is said at its place, which opens and gets the focus; nothing is lost', async () => {
  const { api, person } = show([withRules])
  await person.click(await screen.findByRole('button', { name: 'Change Payment' }))
  await person.click(button(/^Rule 1/))
  await person.clear(input('Amount below'))
  await person.type(input('Amount below'), '9,000')
  await person.click(screen.getByRole('checkbox', { name: 'Treasury' }))
  await person.click(button(/^Rule 1/))
  await person.click(save())
  expect(document.activeElement).toBe(input('Amount below'))
  screen.getByText('Must be above “from”: this amount itself is not included.')
  screen.getByText('Choose at least one group.')
  expect(api.sentTo(writeKind)).toEqual([])
  await person.clear(input('Amount below'))
  await person.click(screen.getByRole('checkbox', { name: 'Treasury' }))
  api.refuse(writeKind, 'input.invalid', [
    { field: 'rules.1.when', problem: 'is never reached, because rule 1 above fits first' },
  ])
  await person.click(save())
  await screen.findByText(/^This rule is never reached/)
  expect(document.activeElement).toBe(within(group('Rule 2')).getByRole('textbox', { name: 'Amount from' }))
  await person.click(button('Remove Rule 1'))
  expect(document.activeElement).toBe(button(/^Rule 1/))
})

test('a rule about a field that was removed must be changed, and the options of a choice are offered', async () => {
  const { api, person } = show()
  api.answer(writeKind, { ...travel, version: 4 })
  await person.click(await screen.findByRole('button', { name: 'Change Travel' }))
  await person.click(button('Add a rule'))
  expect(screen.queryByRole('textbox', { name: 'Amount from' })).toBeNull()
  await person.selectOptions(screen.getByRole('combobox', { name: 'Field' }), 'Where to')
  await person.type(input('is'), 'Rome')
  expect(group('Rule 1').textContent).toContain('Any one approver; Where to is “Rome”; open for 7 days')
  await person.click(button(/Remove .*Where to/))
  await person.click(save())
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Field' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Field' }), 'no field')
  await person.click(save())
  await screen.findByText('Saved as version 4.')
  expect(api.sentTo(writeKind)[0]?.body).toMatchObject({ rules: [{ when: {}, who: 'any', count: 1 }] })
})
