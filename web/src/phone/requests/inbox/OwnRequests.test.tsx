import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestList } from '#contract/requests/requests.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { emergencyOf, requestOf } from '../../../testing/request-samples.ts'
import { idOf, membershipOf, signIn } from '../../../testing/samples.ts'
import { OwnRequests } from './OwnRequests.tsx'

beforeEach(signIn)

const NONE = 'You have not sent any requests here yet.'

test('shows own requests even if 50 requests of others are newer', async () => {
  const api = fakeApi()
  const others = Array.from({ length: 50 }, (_, i) => requestOf(i + 2))
  api.answer(requestList, ({ query }) => (query?.mine === 'asked' ? [requestOf(1)] : others))
  renderAt('/', <OwnRequests workspace={membershipOf()} hasName={false} />)
  await waitFor(() => expect(screen.getByText('Request 1')).toBeTruthy())
  expect(screen.queryByText(NONE)).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('says that there are no own requests', async () => {
  const api = fakeApi()
  api.answer(requestList, [])
  renderAt('/', <OwnRequests workspace={membershipOf()} hasName={false} />)
  await screen.findByText(NONE)
})

test('an emergency approval is named as one, and not as approved', async () => {
  fakeApi().answer(requestList, [emergencyOf(1), requestOf(2, { status: 'approved' })])
  renderAt('/', <OwnRequests workspace={membershipOf()} hasName={false} />)
  const [emergency, plain] = await screen.findAllByRole('listitem')
  expect(emergency!.textContent).toContain('emergency approval')
  expect(emergency!.textContent).not.toContain('approved')
  expect(plain!.textContent).toContain('approved')
})

test('names who decides: a person, any approver, or those whom a rule names', async () => {
  const paul = { participantId: idOf(1), email: 'paul@example.com' }
  const needs = { rule: 'Two of: Treasury', count: 2, of: [], applied: null }
  fakeApi().answer(requestList, [requestOf(1, { approver: paul }), requestOf(2), requestOf(3, { needs })])
  renderAt('/', <OwnRequests workspace={membershipOf()} hasName={false} />)
  const rows = await screen.findAllByRole('listitem')
  for (const [at, words] of ['paul@example.com', 'Any approver', 'By rule'].entries())
    expect(rows[at]!.textContent).toContain(words)
})
