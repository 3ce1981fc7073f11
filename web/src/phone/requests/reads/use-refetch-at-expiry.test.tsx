import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { membershipOf, signIn } from '../../../testing/samples.ts'
import { RequestPage } from '../page/RequestPage.tsx'

beforeEach(signIn)

const paul = { participantId: requestOf(9).id, email: 'paul@example.com' }

/** Shows a call check with `leftMs` left. The device's clock is `aheadMs` ahead of the server's. */
const ask = (aheadMs: number, leftMs: number) => {
  const api = fakeApi()
  const server = Date.now() - aheadMs
  const headers = { Date: new Date(server).toUTCString() }
  const expiresAt = new Date(server + leftMs).toISOString()
  const check = requestOf(1, { type: 'verification', approver: paul, number: '47', expiresAt })
  api.answer(requestDetails, check, headers)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null }, headers)
  renderAt(
    `/requests/${check.id}`,
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>,
  )
  return { api, check, headers }
}

test.each([
  ['ahead', 3],
  ['behind', -3],
])('counts down by the server’s clock if the phone’s is minutes %s', async (_, minutes) => {
  ask(minutes * 60_000, 200_000)
  expect((await screen.findByText(/^valid for/)).textContent).toMatch(/^valid for 3:[12]\d$/)
})

test('reads the expired request at once, although the phone’s clock shows time left', async () => {
  const { api, check, headers } = ask(-180_000, 2_000)
  await screen.findByText(/^valid for/)
  api.answer(requestDetails, { ...check, status: 'declined', closedReason: 'expired' }, headers)
  await screen.findByRole('heading', { name: /^Expired/ }, { timeout: 8_000 })
}, 10_000)
