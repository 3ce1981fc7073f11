import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  addActivity,
  addEternalActivity,
  endActivity,
  listWorkspaces,
} from '#contract/workspaces/subscription/periods.ts'
import { addDays, addYears, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { listedOf, periodOf, signInAs, workspaceOf } from '../../../testing/samples.ts'
import { EndPeriodDialog } from './EndPeriodDialog.tsx'
import { EternalDialog } from './EternalDialog.tsx'
import { PeriodDialog } from './PeriodDialog.tsx'

beforeEach(() => signInAs('super admin'))

const today = () => dateIn('Europe/Berlin', new Date())
const harbour = () => listedOf(1, { name: 'Harbour', timezone: 'Europe/Berlin' })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
/** A date field changes as a whole. */
const set = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const verb = (name: string) => screen.getByRole('button', { name })

const open = () => {
  const api = fakeApi()
  const onClose = vi.fn()
  const { person } = renderAt('/x', <PeriodDialog workspace={harbour()} onClose={onClose} />)
  return { api, person, onClose }
}

test('a period needs both days, in the zone of the workspace, and has the texts of the specification', async () => {
  const { api, person, onClose } = open()
  expect(screen.getByText(/in the time zone Europe\/Berlin/)).toBeTruthy()
  expect(field('First day').value).toBe(today())
  const missing = 'Missing required fields: startDate, endDate, or workspaceId.'
  expect(screen.getByText(missing)).toBeTruthy()
  expect(verb('Add period').getAttribute('aria-disabled')).toBe('true')
  await person.click(verb('Add period'))
  expect(document.activeElement).toBe(field('Last day'))
  expect(api.sentTo(addActivity)).toEqual([])

  api.answer(addActivity, workspaceOf())
  set('Last day', addDays(today(), 364))
  await person.type(field('Number of seats'), ' 25')
  await person.type(field('Reason'), ' Invoice 7 ')
  expect(screen.queryByText(missing)).toBeNull()
  await person.click(verb('Add period'))
  await screen.findByText('Activity added successfully.')
  const { id } = harbour()
  expect(api.sentTo(addActivity)).toMatchObject([
    {
      params: { id },
      body: {
        startDate: today(),
        endDate: addDays(today(), 364),
        workspaceId: id,
        seats: 25,
        reason: 'Invoice 7',
      },
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('empty fields are not sent', async () => {
  const { api, person } = open()
  api.answer(addActivity, workspaceOf())
  set('Last day', today())
  await person.click(verb('Add period'))
  await screen.findByText('Activity added successfully.')
  const { id } = harbour()
  const body = { startDate: today(), endDate: today(), workspaceId: id }
  expect(api.sentTo(addActivity).map((sent) => sent.body)).toEqual([body])
})

test.each([
  ['First day', () => addDays(today(), 31), 'The last day is before the first one'],
  ['Last day', () => addDays(addYears(today(), 20), 1), 'More than 20 years from today'],
  ['First day', () => addDays(addYears(today(), -20), -1), 'More than 20 years from today'],
  ['Number of seats', () => '0', 'A number from 1 to 100,000'],
  ['Number of seats', () => '100001', 'A number from 1 to 100,000'],
  ['Number of seats', () => 'ten', 'A number from 1 to 100,000'],
  ['Reason', () => 'x'.repeat(501), 'Must be 500 characters at most'],
])('%s beyond its limits shows an error and is not sent', async (name, value, words) => {
  const { api, person } = open()
  set('Last day', addDays(today(), 30))
  set(name, value())
  await person.click(verb('Add period'))
  await screen.findByText(words)
  expect(api.sentTo(addActivity)).toEqual([])
})

test('a refusal has the text of the specification, and the input stays', async () => {
  const { api, person, onClose } = open()
  api.refuse(addActivity, 'workspace.not-found')
  set('Last day', addDays(today(), 30))
  await person.type(field('Reason'), 'Invoice 7')
  await person.click(verb('Add period'))
  await screen.findAllByText('Add workspace activity error: This workspace does not exist.')
  expect(field('Reason').value).toBe('Invoice 7')
  expect(onClose).not.toHaveBeenCalled()
})

const openEternal = () => {
  const api = fakeApi()
  const { person } = renderAt('/x', <EternalDialog workspace={harbour()} onClose={() => {}} />)
  api.answer(addEternalActivity, workspaceOf())
  return { api, person }
}

test.each([
  ['', '', {}],
  ['25', ' Invoice 7 ', { seats: 25, reason: 'Invoice 7' }],
])('an eternal activity with seats %j and reason %j', async (seats, reason, body) => {
  const { api, person } = openEternal()
  if (seats) await person.type(field('Number of seats'), seats)
  if (reason) await person.type(field('Reason'), reason)
  await person.click(verb('Add eternal activity'))
  await screen.findByText('Eternal activity added.')
  expect(api.sentTo(addEternalActivity).map((sent) => sent.body)).toEqual([body])
})

test('an eternal activity with invalid seats is not sent', async () => {
  const { api, person } = openEternal()
  await person.type(field('Number of seats'), '0')
  await person.click(verb('Add eternal activity'))
  await screen.findByText('A number from 1 to 100,000')
  expect(api.sentTo(addEternalActivity)).toEqual([])
})

const shortDay = (days: number) => formatDate(addDays(today(), days), 'en')

const openEnd = () => {
  const api = fakeApi()
  const period = periodOf(1, { startDate: addDays(today(), -10), endDate: addDays(today(), 10) })
  const listed = (endDate: string) =>
    api.answer(listWorkspaces, [{ ...harbour(), periods: [{ ...period, endDate }] }])
  listed(period.endDate)
  const { person, readAgain } = renderAt(
    '/x',
    <EndPeriodDialog workspace={harbour()} period={period} onClose={() => {}} />,
  )
  return {
    api,
    person,
    period,
    listed,
    /** As the live stream does after a colleague changed the last day. */
    async colleague(endDate: string) {
      await waitFor(() => expect(api.sentTo(listWorkspaces)).not.toEqual([]))
      // The initial read has finished.
      await readAgain()
      listed(endDate)
      await readAgain()
    },
  }
}

test('a period can end on another day, even in the past, with a reason for the customer', async () => {
  const { api, person, period } = openEnd()
  expect(screen.getByText(/read it in their audit log/)).toBeTruthy()
  expect(verb('Change period').getAttribute('aria-disabled')).toBe('true')
  set('New last day', addDays(today(), -1))
  await person.click(verb('Change period'))
  await screen.findByText('Field is required.')
  expect(document.activeElement).toBe(field('Reason'))
  expect(api.sentTo(endActivity)).toEqual([])
  api.answer(endActivity, workspaceOf())
  await person.type(field('Reason'), 'Ordered by mistake')
  await person.click(verb('Change period'))
  await screen.findByText('The period was changed.')
  expect(api.sentTo(endActivity)).toMatchObject([
    {
      params: { id: harbour().id },
      body: {
        periodId: period.id,
        endDate: addDays(today(), -1),
        expectedEndDate: period.endDate,
        reason: 'Ordered by mistake',
      },
    },
  ])
})

test.each([
  [-11, 'The last day is before the first one'],
  [10, 'This already is the last day'],
])('a period cannot end %i days from today, and the form says why', async (days, words) => {
  const { api, person } = openEnd()
  await person.type(field('Reason'), 'Why not')
  set('New last day', addDays(today(), 1))
  set('New last day', addDays(today(), days))
  await person.click(verb('Change period'))
  await screen.findByText(words)
  expect(api.sentTo(endActivity)).toEqual([])
})

const THEIRS = 'Somebody else has changed this to:'

test('a colleague’s last day replaces an untouched field, and shows beside a changed one', async () => {
  const { api, person, period, colleague } = openEnd()
  await colleague(addDays(today(), 20))
  await waitFor(() => expect(field('New last day').value).toBe(addDays(today(), 20)))
  expect(screen.queryByText(THEIRS)).toBeNull()
  set('New last day', addDays(today(), 5))
  await person.type(field('Reason'), 'Ordered by mistake')
  await colleague(addDays(today(), 30))
  await waitFor(() => expect(screen.getByText(THEIRS).textContent).toContain(shortDay(30)))
  expect(screen.getByText(/^Currently/).textContent).toContain(shortDay(30))
  expect(field('New last day').value).toBe(addDays(today(), 5))
  await person.click(verb('Use this instead'))
  await waitFor(() => expect(field('New last day').value).toBe(addDays(today(), 30)))
  expect(screen.queryByText(THEIRS)).toBeNull()
  // The previous day can be restored.
  api.answer(endActivity, workspaceOf())
  set('New last day', period.endDate)
  await person.click(verb('Change period'))
  await screen.findByText('The period was changed.')
  expect(api.sentTo(endActivity).map(({ body }) => body)).toEqual([
    {
      periodId: period.id,
      endDate: period.endDate,
      expectedEndDate: addDays(today(), 30),
      reason: 'Ordered by mistake',
    },
  ])
})

test('after a lost race the form says so and shows the colleague’s value', async () => {
  const { api, person, listed } = openEnd()
  set('New last day', addDays(today(), 5))
  await person.type(field('Reason'), 'Ordered by mistake')
  api.refuse(endActivity, 'command.conflict')
  listed(addDays(today(), 30))
  await person.click(verb('Change period'))
  await screen.findAllByText(/^The period was not changed. Somebody else changed this/)
  await screen.findByText(THEIRS)
  expect(field('Reason').value).toBe('Ordered by mistake')
})
