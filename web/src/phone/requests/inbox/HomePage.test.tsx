import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestInbox } from '#contract/requests/requests.ts'
import { devices } from '#contract/accounts/devices.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { membershipOf, requestOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { HomePage } from './HomePage.tsx'

beforeEach(signIn)

const show = () =>
  renderAt(
    '/',
    <PhoneSessionProvider>
      <HomePage />
    </PhoneSessionProvider>,
  )

test('loads the inbox page by page and never shows too low a count', async () => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [], nextCursor: null })
  const waiting = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => requestOf(from + i))
  api.answer(requestInbox, waiting(0, 50), { 'X-Next-Cursor': 'older' })
  api.answer(devices, [])
  const { person } = show()
  await screen.findByText('More than 50 requests are waiting for you')
  api.answer(requestInbox, ({ query }) => (query?.cursor === 'older' ? waiting(50, 3) : waiting(0, 50)))
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('53 requests are waiting for you')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(53))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('tells approvers without a device to set one up', async () => {
  const api = fakeApi()
  const member = membershipOf({ approver: true, requester: false })
  api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
  api.answer(devices, [])
  show()
  await screen.findByText(
    'Before you can sign, set up this device with your fingerprint, your face or a PIN.',
  )
  expect(screen.getByRole('link', { name: 'Set up this device' }).getAttribute('href')).toBe('/device')
})
