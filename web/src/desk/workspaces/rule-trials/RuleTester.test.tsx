import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Kind, Rule } from '#contract/requests/kinds.ts'
import { tryRules, type RuleTrial } from '#contract/requests/rules/trying-rules.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { idOf, ids, participantOf, signIn } from '../../../testing/samples.ts'
import { RuleTester } from './RuleTester.tsx'

beforeEach(() => signIn())

const both = (de: string, en: string) => ({ de, en })
const rule: Rule = {
  when: { amountFrom: '10000.00', currency: 'EUR' },
  who: { groups: [idOf(31)] },
  count: 2,
  before: null,
  hours: 48,
}
const payment: Kind = {
  id: idOf(21),
  version: 2,
  builtIn: 'payment',
  name: both('Zahlung', 'Payment'),
  fields: [
    { name: 'amount', label: both('Betrag', 'Amount'), type: 'amount', required: true, listed: true },
    { name: 'payee', label: both('Empfänger', 'Payee'), type: 'line', required: true, listed: true },
    { name: 'iban', label: both('IBAN', 'IBAN'), type: 'iban', required: true, listed: true },
  ],
  rules: [rule, { ...rule, when: { field: { name: 'payee', is: 'Acme' } }, who: 'any', count: 1 }],
}
const text: Kind = {
  ...payment,
  id: idOf(20),
  builtIn: 'text',
  name: both('Freier Text', 'Free text'),
  fields: [],
  rules: [],
}
const [ada, bo] = [participantOf(1, { name: 'Ada' }), participantOf(2, { approver: false, requester: true })]
const named = { groups: [{ id: idOf(31), name: 'Treasury', participantIds: [] }], people: [ada, bo] }
const asked = (participantId: string, email: string) => ({ participantId, email, name: null })
const found: RuleTrial = {
  rule: 'Two of: Treasury; from 10,000.00 EUR',
  applied: { rule, groups: [{ id: idOf(31), name: 'Treasury' }] },
  place: 1,
  count: 2,
  who: [asked(ada.id, ada.email!), asked(idOf(9), 'carl@example.com')],
  total: 2,
  withoutDevice: [idOf(9)],
  parks: false,
  missing: { people: 0, groups: [], devices: 1, before: null },
}

const show = () => {
  const api = fakeApi()
  const shown = renderAt(
    '/',
    <RuleTester workspaceId={ids.workspace} kinds={[text, payment]} named={named} />,
  )
  return { api, ...shown }
}
const amount = () => screen.getByRole('textbox', { name: 'Amount' })
const tryIt = () => screen.getByRole('button', { name: 'Try it' })

test('sends an example with the fields that rules look at, and shows the rule, who would be asked, and what is missing', async () => {
  const { api, person } = show()
  api.answer(tryRules, found)
  expect(screen.queryByRole('textbox', { name: 'IBAN' })).toBeNull()
  await person.type(amount(), '12,000')
  await person.type(screen.getByRole('textbox', { name: 'Payee' }), 'Acme')
  const requesters = screen.getByRole('combobox', { name: 'Asked by' })
  expect(requesters.textContent).not.toContain(ada.email)
  await person.selectOptions(requesters, bo.id)
  await person.click(tryIt())
  await screen.findByText('Rule 1 holds:')
  screen.getByText('These 2 people would all have to approve:')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    ada.email,
    'carl@example.com no device yet',
  ])
  screen.getByText('One of them must set up a device before it can be approved.')
  expect(api.sentTo(tryRules)).toMatchObject([
    {
      params: { workspaceId: ids.workspace },
      body: {
        type: 'approval',
        kindId: payment.id,
        fields: { amount: { value: '12000.00', currency: 'EUR' }, payee: 'Acme' },
        requesterId: bo.id,
      },
    },
  ])
  await person.type(amount(), '0')
  expect(screen.queryByText('Rule 1 holds:')).toBeNull()
})

test('says what a request would be refused for', async () => {
  const { api, person } = show()
  api.answer(tryRules, {
    ...found,
    total: 0,
    who: [],
    missing: { people: 2, groups: ['Treasury'], devices: 0, before: 'call-back' },
  })
  await person.click(tryIt())
  await screen.findByText('Such a request would be refused: the rule lacks 2 people.')
  screen.getByText('Nobody who may decide it is in: Treasury')
  screen.getByText(/with a call-back on the number on file, was confirmed\.$/)
  screen.getByText('Nobody would be asked.')
})

test('says that a request would wait where the rule says so', async () => {
  const { api, person } = show()
  const missing = { people: 1, groups: ['Treasury'], devices: 0, before: null }
  api.answer(tryRules, { ...found, total: 0, who: [], parks: true, missing })
  await person.click(tryIt())
  await screen.findByText(/^Such a request would wait, and nobody is asked yet: the rule lacks one person/)
  expect(screen.queryByText(/would be refused/)).toBeNull()
})

test('says that who asks decides where no rule fits, also for a free text', async () => {
  const { api, person } = show()
  api.answer(tryRules, { ...found, rule: null, applied: null, place: null, who: [], total: 0, missing: null })
  await person.selectOptions(screen.getByRole('combobox', { name: 'Kind of request' }), 'Free text')
  expect(screen.queryByRole('textbox')).toBeNull()
  await person.click(tryIt())
  await screen.findByText('No rule fits: who asks says who decides.')
  expect(api.sentTo(tryRules)[0]?.body).toEqual({ type: 'approval', kindId: text.id, fields: {} })
})

test('what nobody can read is said at its field, before and after it was sent', async () => {
  const { api, person } = show()
  await person.type(amount(), 'much')
  await person.click(tryIt())
  expect(document.activeElement).toBe(amount())
  screen.getByText('Not an amount, such as 10,000.00')
  expect(api.sentTo(tryRules)).toEqual([])
  await person.clear(amount())
  await person.type(amount(), '5')
  api.refuse(tryRules, 'input.invalid', [{ field: 'fields.payee', problem: 'is wrong' }])
  await person.click(tryIt())
  await screen.findByText('This was not accepted. Please check it.')
  expect(screen.getByRole('textbox', { name: 'Payee' }).getAttribute('aria-invalid')).toBe('true')
})
