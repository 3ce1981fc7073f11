import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { idOf, ids, membershipOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { UnconfirmedGlass } from './UnconfirmedGlass.tsx'

beforeEach(signIn)

const request = (given: object = {}) => ({
  id: ids.request,
  title: 'Pay the invoice',
  requesterId: idOf(11),
  brokenGlass: {
    by: { participantId: idOf(12), email: 'ada@example.com' },
    at: '2026-03-01T12:00:00.000Z',
    reason: 'Ben is ill, and the bank closes at noon',
    confirmedBy: null,
    confirmedAt: null,
    confirmUntil: '2126-03-04T12:00:00.000Z',
    ...given,
  },
})
const show = (given: object = {}, own = ids.participant) => {
  const api = fakeApi()
  const member = membershipOf({ participantId: own })
  api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
  renderAt('/overview', <UnconfirmedGlass requests={[request(given)]} workspace={workspaceOf()} />)
}

test('says who approved alone and why, and leads to the phone page, where it is confirmed', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'Read and confirm' })
  expect(link.getAttribute('href')).toContain(`/m/requests/${ids.request}`)
  screen.getByText('Pay the invoice')
  screen.getByText('Ben is ill, and the bank closes at noon')
})

test('of one that nobody confirmed in time, it says so, and offers nothing', async () => {
  show({ confirmUntil: '2026-03-04T12:00:00.000Z' })
  await screen.findByText('Nobody confirmed this in time.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('who approved alone reads that another one must confirm it', async () => {
  show({}, idOf(12))
  await screen.findByText('Another admin or an approver must confirm this.')
  expect(screen.queryByRole('link')).toBeNull()
})
