import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { remindApprovers } from '#contract/requests/decisions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { signIn } from '../../../testing/samples.ts'
import { RemindStep } from './RemindStep.tsx'

beforeEach(signIn)

const onRefused = vi.fn<(error: unknown) => void>()

const Stage = ({ remindedAt }: { readonly remindedAt?: string }) => {
  const [request, setRequest] = useState(requestOf(1, remindedAt === undefined ? {} : { remindedAt }))
  return <RemindStep request={request} onReminded={setRequest} onRefused={onRefused} />
}
const button = () => screen.queryByRole('button', { name: 'Send a reminder' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('reminds, and says when the next reminder can go', async () => {
  const api = fakeApi()
  api.answer(remindApprovers, requestOf(1, { remindedAt: hoursAgo(0) }))
  const { person } = renderAt('/', <Stage />)
  await person.click(button()!)
  await screen.findByText(/^Reminded at .* You can send another reminder at /)
  expect(button()).toBeNull()
  expect(api.sentTo(remindApprovers)).toMatchObject([{ params: { id: requestOf(1).id } }])
})

test('reminds again after an hour, and shows why a reminder was refused', async () => {
  const api = fakeApi()
  api.refuse(remindApprovers, 'request.closed')
  const { person } = renderAt('/', <Stage remindedAt={hoursAgo(1.1)} />)
  expect(screen.queryByText(/another reminder/)).toBeNull()
  await person.click(button()!)
  await screen.findByText('This request has already been decided.')
  expect(onRefused.mock.calls[0]?.[0]).toMatchObject({ code: 'request.closed' })
})
