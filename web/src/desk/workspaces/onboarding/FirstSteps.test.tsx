import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestList } from '#contract/requests/requests.ts'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { countsOf, ids, signIn } from '../../../testing/samples.ts'
import { FirstSteps } from './FirstSteps.tsx'

const show = (given: { readonly accepted: number; readonly pending: number; readonly requests: number }) => {
  signIn()
  const { requests, ...counts } = given
  const api = fakeApi()
  api.answer(participantCounts, countsOf(counts))
  api.answer(devices, [])
  api.answer(
    requestList,
    Array.from({ length: requests }, (_, number) => requestOf(number)),
  )
  return renderAt('/workspace', <FirstSteps workspaceId={ids.workspace} />)
}
const links = () => screen.getAllByRole('link').map((link) => link.textContent)

test('the first open step is the next one, and only open steps are links', async () => {
  show({ accepted: 1, pending: 1, requests: 0 })
  await screen.findByRole('heading', { name: 'Three steps to the first approval 1 done' })
  const next = screen.getAllByRole('listitem').filter((step) => step.getAttribute('aria-current') === 'step')
  expect(next.map((step) => step.textContent)).toEqual([expect.stringContaining('Set up your phone')])
  expect(links()).toEqual(['Set up a device', 'New request', 'Protect people'])
})

test('steps count as done in any order', async () => {
  show({ accepted: 1, pending: 0, requests: 1 })
  await screen.findByRole('heading', { name: 'Three steps to the first approval 1 done' })
  expect(links()).toEqual(['Invite colleagues', 'Set up a device', 'Protect people'])
})
