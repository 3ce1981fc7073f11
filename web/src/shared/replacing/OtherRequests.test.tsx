import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { requestOf } from '../../testing/request-samples.ts'
import { signIn } from '../../testing/samples.ts'
import { OtherRequests } from './OtherRequests.tsx'

beforeEach(signIn)

const other = requestOf(2, { title: 'Pay 10', status: 'declined', closedReason: 'withdrawn' })
const show = (changes: Partial<Request>) =>
  renderAt(
    '/',
    <OtherRequests
      request={requestOf(1, { title: 'Pay 12', ...changes })}
      link={(id, words) => <a href={`/r/${id}`}>{words}</a>}
    />,
  )

test('says in whose place it is asked and what is different', async () => {
  fakeApi().answer(requestDetails, other)
  show({ replaces: { id: other.id } })
  const link = await screen.findByRole('link', { name: 'Pay 10' })
  expect(link.getAttribute('href')).toBe(`/r/${other.id}`)
  screen.getByText('Earlier answers do not count for this one.')
  const changed = await screen.findByLabelText('What is different')
  expect(changed.textContent).toBe('TitlePay 12before: Pay 10')
})

test('says which request was asked in its place', async () => {
  fakeApi().answer(requestDetails, other)
  show({ replacedBy: { id: other.id } })
  await screen.findByText(/Another request was asked in its place:/)
  await screen.findByRole('link', { name: 'Pay 10' })
  expect(screen.queryByText('Earlier answers do not count for this one.')).toBeNull()
})

test('says so where the reader cannot see the other request', async () => {
  fakeApi().refuse(requestDetails, 'request.not-found')
  show({ replaces: { id: other.id }, replacedBy: { id: other.id } })
  await screen.findByText(/an earlier request that you cannot see/)
  screen.getByText(/asked in its place, which you cannot see/)
  expect(screen.queryByRole('link')).toBeNull()
})
