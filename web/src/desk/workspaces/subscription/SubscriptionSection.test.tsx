import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestOffer } from '#contract/workspaces/subscription/offers.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import type { Workspace, WorkspaceTerm } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { countsOf, ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { SubscriptionSection } from './SubscriptionSection.tsx'

beforeEach(() => signIn())

const show = (changes: Partial<Workspace> = {}, seats: ParticipantCounts['seats'] = null) => {
  const api = fakeApi()
  api.answer(participantCounts, countsOf({ seats }))
  const { person } = renderAt('/workspace', <SubscriptionSection workspace={workspaceOf(changes)} />)
  return { api, person }
}
const today = () => dateIn('Europe/Berlin', new Date())
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const verb = () => screen.getByRole('button', { name: 'Request the offer' })

test.each([
  [{ subscription: 'trial', endDate: addDays(today(), 9) }, 'test', '9 more days'],
  [{ subscription: 'premium', endDate: addDays(today(), 7305) }, 'premium', '20 more years'],
  [{ subscription: 'premium', endDate: addDays(today(), 1) }, 'premium', '1 more day'],
  [{ subscription: 'premium', endDate: today() }, 'premium', 'today is the last day'],
] as const)('says how it stands, and how long it goes on: %j', (changes, chip, left) => {
  show({ ...changes, paymentReminderSent: true })
  expect(screen.getByText(chip).getAttribute('lang')).toBe('de')
  expect(screen.getByText(left)).toBeTruthy()
  expect(screen.getByText('Reminder')).toBeTruthy()
})

test('an ended subscription says what still works and allows requests for an offer', () => {
  show({ subscription: 'inactive', isActive: false, endDate: '2026-01-01' })
  expect(screen.getByText('inaktiv')).toBeTruthy()
  expect(screen.queryByText('Left')).toBeNull()
  expect(screen.getByText('Read and decline only')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request an offer' })).toBeTruthy()
})

test('an offer needs valid fields; until then the button says why and focuses the first invalid one', async () => {
  const { api, person } = show({ billingUser: 'bills@example.com', billingConfirmed: true })
  await person.click(screen.getByRole('button', { name: 'Request an offer' }))
  expect(verb().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Fill in every field to request the offer.')).toBeTruthy()
  await person.click(verb())
  expect(document.activeElement).toBe(field('First name'))
  expect(api.sentTo(requestOffer)).toEqual([])

  api.answer(requestOffer, { reference: 'VA-1A2B-3C4D' })
  for (const [name, text] of [
    ['First name', 'Carla'],
    ['Last name', 'Conti'],
    ['Company', 'Conti & Co'],
    ['Street', 'Am Hafen'],
    ['House number', '7'],
    ['Zip code', '01069'],
  ] as const) {
    await person.click(field(name))
    await person.paste(text)
  }
  const { date, typed } = { date: today(), typed: today().split('-').toReversed().join('/') }
  await person.type(field('Start date'), `${typed}{Enter}`)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('The offer was requested. Its reference is VA-1A2B-3C4D.')
  expect(dialog.getByText('bills@example.com')).toBeTruthy()
  expect(api.sentTo(requestOffer)).toMatchObject([
    {
      params: { id: ids.workspace },
      body: {
        firstName: 'Carla',
        runTime: '12 Monate',
        usersNumber: '10',
        startDate: date,
        workspaceId: ids.workspace,
      },
    },
  ])
})

test('shows the last requested offer with its reference', () => {
  show({ offer: { reference: 'VA-1A2B-3C4D', requestedAt: '2026-03-01T12:00:00.000Z' } })
  expect(screen.getByText('VA-1A2B-3C4D · 01 Mar 2026')).toBeTruthy()
})

const term = (kind: WorkspaceTerm['kind'], from: number, to: number, seats: number | null = null) => ({
  kind,
  startDate: addDays(today(), from),
  endDate: addDays(today(), to),
  seats,
})
/** The timeline without its dates. */
const line = () =>
  within(screen.getByRole('list', { name: 'Periods' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent.replace(/\d+ \w+ \d{4} – \d+ \w+ \d{4}/, ' '))

test('the timeline shows past, current and future periods', () => {
  show({
    terms: [
      term('trial', -60, -31),
      term('period', -30, 0, 25),
      term('period', 1, 30, 1),
      term('eternal', 31, 7_000),
    ],
  })
  expect(line()).toEqual([
    'Trialended ',
    'Subscriptionactive 25 seats',
    'Subscriptionupcoming 1 seat',
    'Eternal activityupcoming any number of seats',
  ])
})

test('shows the last two past periods, and the others on request', async () => {
  const past = [5, 4, 3, 2].map((n) => term('period', -10 * n - 9, -10 * n, n))
  const { person } = show({ terms: [...past, term('trial', -5, 5)] })
  expect(line()).toEqual(['Subscriptionended 3 seats', 'Subscriptionended 2 seats', 'Trialactive '])
  await person.click(screen.getByRole('button', { name: 'Show 2 earlier periods' }))
  expect(line()).toHaveLength(5)
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Periods' }))
  expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull()
})

test.each([
  [{ total: 25, taken: 8, isNearlyFull: false }, '8 of 25 taken'],
  [{ total: 10, taken: 9, isNearlyFull: true }, '9 of 10 taken nearly full'],
  [{ total: 10, taken: 10, isNearlyFull: true }, '10 of 10 taken full'],
  [null, 'not limited'],
])('shows the taken seats: %j', async (seats, words) => {
  show({}, seats)
  const name = await screen.findByText('Seats')
  await waitFor(() => expect(name.nextElementSibling!.textContent.trim()).toBe(words))
})
