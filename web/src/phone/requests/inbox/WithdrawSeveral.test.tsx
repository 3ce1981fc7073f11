import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { withdrawRequest } from '#contract/requests/decisions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf, signIn } from '../../../testing/samples.ts'
import { WithdrawSeveral } from './WithdrawSeveral.tsx'

beforeEach(signIn)

const show = (...requests: ReturnType<typeof requestOf>[]) => {
  const api = fakeApi()
  return { api, ...renderAt('/', <WithdrawSeveral requests={requests} />) }
}
const start = () => screen.queryByRole('button', { name: 'Withdraw several' })
const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Request ${number}`) })
const open = [requestOf(1), requestOf(2), requestOf(3)] as const

test('withdraws the chosen open approvals and says how many were decided meanwhile', async () => {
  const check = requestOf(4, { type: 'verification' })
  const { api, person } = show(...open, check, requestOf(5, { status: 'approved' }))
  await person.click(start()!)
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(document.activeElement).toBe(box(1))
  const withdraw = screen.getByRole('button', { name: /^Withdraw 0/ })
  await person.click(withdraw)
  await person.click(box(1))
  await person.click(box(2))
  await person.click(box(3))
  await person.click(box(2))
  api.answer(withdrawRequest, () => {
    // The second one was decided meanwhile.
    api.refuse(withdrawRequest, 'request.closed')
    return requestOf(1, { status: 'declined', closedReason: 'withdrawn' })
  })
  await person.click(screen.getByRole('button', { name: 'Withdraw 2 requests' }))
  await screen.findByText('1 of them was decided meanwhile and stays as it is.')
  expect(api.sentTo(withdrawRequest).map(({ params }) => params)).toEqual([
    { id: open[0].id },
    { id: open[2].id },
  ])
})

test('another refusal keeps the choice', async () => {
  const { api, person } = show(...open)
  await person.click(start()!)
  await person.click(box(1))
  api.refuse(withdrawRequest, 'access.denied')
  await person.click(screen.getByRole('button', { name: 'Withdraw 1 request' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(box(1).matches(':checked')).toBe(true))
})

test('is not offered for a single request', () => {
  show(requestOf(1), requestOf(2, { status: 'declined' }))
  expect(start()).toBeNull()
})
