import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { MOST_AT_ONCE, withdrawMany } from '#contract/requests/several.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { signIn } from '../../../testing/samples.ts'
import { WithdrawSeveral } from './WithdrawSeveral.tsx'

beforeEach(signIn)

const show = (...requests: ReturnType<typeof requestOf>[]) => {
  const api = fakeApi()
  return { api, ...renderAt('/', <WithdrawSeveral requests={requests} />) }
}
const start = () => screen.queryByRole('button', { name: 'Withdraw several' })
const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Request ${number}`) })
const open = [requestOf(1), requestOf(2), requestOf(3)] as const

test('withdraws the chosen open approvals after a question, and names those that had ended', async () => {
  const check = requestOf(4, { type: 'verification' })
  const { api, person } = show(...open, check, requestOf(5, { status: 'approved' }))
  await person.click(start()!)
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(document.activeElement).toBe(box(1))
  await person.click(screen.getByRole('button', { name: /^Withdraw 0/ }))
  await person.click(box(1))
  await person.click(box(2))
  await person.click(box(3))
  await person.click(box(2))
  await person.click(screen.getByRole('button', { name: 'Withdraw 2 requests' }))
  expect(screen.getByText('Withdraw these 2 requests?')).toBeTruthy()
  const withdrawn = { status: 'declined', closedReason: 'withdrawn' } as const
  api.answer(withdrawMany, {
    results: [
      { requestId: open[0].id, outcome: 'withdrawn', ...withdrawn },
      { requestId: open[2].id, outcome: 'left-out', status: 'approved', closedReason: null },
    ],
  })
  await person.click(screen.getByRole('button', { name: 'Yes, withdraw' }))
  await screen.findByText('1 request withdrawn.')
  expect(screen.getByRole('listitem').textContent).toBe('Request 3')
  expect(api.sentTo(withdrawMany)).toMatchObject([{ body: { requestIds: [open[0].id, open[2].id] } }])
})

test('another refusal keeps the choice', async () => {
  const { api, person } = show(...open)
  await person.click(start()!)
  await person.click(box(1))
  api.refuse(withdrawMany, 'access.denied')
  await person.click(screen.getByRole('button', { name: 'Withdraw 1 request' }))
  await person.click(screen.getByRole('button', { name: 'Yes, withdraw' }))
  await screen.findByText('You do not have the right to do this.')
  await waitFor(() => expect(box(1).matches(':checked')).toBe(true))
})

test('not more than fifty are withdrawn at once', async () => {
  const { person } = show(...Array.from({ length: MOST_AT_ONCE + 1 }, (_, n) => requestOf(n + 1)))
  await person.click(start()!)
  for (const each of screen.getAllByRole('checkbox')) await person.click(each)
  await person.click(screen.getByRole('button', { name: 'Withdraw 51 requests' }))
  expect(screen.getByText('At most 50 at once.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Yes, withdraw' })).toBeNull()
})

test('is not offered for a single request', () => {
  show(requestOf(1), requestOf(2, { status: 'declined' }))
  expect(start()).toBeNull()
})
