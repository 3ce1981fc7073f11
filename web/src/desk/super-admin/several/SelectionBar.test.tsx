import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeEnds } from '#contract/workspaces/operator/several-periods.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { listedOf, signInAs } from '../../../testing/samples.ts'
import { SelectionBar } from './SelectionBar.tsx'

beforeEach(() => signInAs('super admin'))

const chosen = ['Harbour', 'Mill'].map((name, at) => listedOf(at + 1, { name }))
const [one, two] = chosen.map(({ id }) => id) as [string, string]
const show = (total = 203) => {
  const api = fakeApi()
  const onNone = vi.fn<() => void>()
  const bar = { chosen, total, onAll: vi.fn<() => void>(), onNone }
  return { api, onNone, ...renderAt('/super-admin/main', <SelectionBar {...bar} />) }
}

test('one confirmation says how many and whose activity changes; then each workspace that was left out is named with the reason', async () => {
  const { api, person, onNone } = show()
  api.answer(changeEnds, {
    results: [
      { workspaceId: one, outcome: 'changed', reason: null },
      { workspaceId: two, outcome: 'refused', reason: 'period.several' },
    ],
  })
  screen.getByRole('button', { name: 'All 203' })
  await person.click(screen.getByRole('button', { name: 'End sooner …' }))
  const form = await screen.findByRole('dialog', { name: 'End 2 workspaces sooner?' })
  const whose = within(form).getByRole('list', { name: 'Selected, with the present end' })
  expect(
    within(whose)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.slice(0, 4)),
  ).toEqual(['Harb', 'Mill'])
  const submit = within(form).getByRole('button', { name: 'End sooner' })
  expect(submit.ariaDisabled).toBe('true')
  expect(within(form).queryByLabelText(/seats/)).toBeNull()
  const endDate = addDays(dateIn('UTC', new Date()), 30)
  fireEvent.change(within(form).getByLabelText(/^Last day/), { target: { value: endDate } })
  await person.type(within(form).getByLabelText(/^Reason/), 'Cancelled')
  await person.click(submit)
  const told = await screen.findByRole('dialog', { name: '1 changed, 1 not changed.' })
  within(told).getByText('Several periods go on beyond that day. Change each in the details.')
  expect(api.sentTo(changeEnds)).toMatchObject([
    { body: { workspaceIds: [one, two], change: 'end', endDate, reason: 'Cancelled' } },
  ])
  await person.click(within(told).getByRole('button', { name: 'Close' }))
  expect(onNone).toHaveBeenCalledOnce()
})

test('not all can be selected where more match than can be changed at once', () => {
  show(501)
  screen.getByText('2 selected At most 500 at once.')
  expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
})
