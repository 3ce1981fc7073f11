import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { muteApprovals } from '#contract/workspaces/approving/mute-approvals.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { signIn } from '../../../testing/samples.ts'
import { MuteStep } from './MuteStep.tsx'

beforeEach(signIn)

const Stage = ({ given = {}, isApprover = true }: { given?: Partial<Request>; isApprover?: boolean }) => {
  const [request, setRequest] = useState(requestOf(1, given))
  return <MuteStep request={request} isApprover={isApprover} onChanged={setRequest} />
}

test('takes no approvals from the requester for a day, says until when, and takes them again', async () => {
  const api = fakeApi()
  const { participantId } = requestOf(1).requester
  api.answer(muteApprovals, { until: '2126-03-02T12:00:00.000Z' })
  const { person } = renderAt('/', <Stage />)
  await person.click(screen.getByRole('button', { name: /^Take no approval requests from .* for a day$/ }))
  await screen.findByText(/^You take no approval requests from .* until 02\/03\/2126/)
  api.answer(muteApprovals, { until: null })
  await person.click(screen.getByRole('button', { name: 'Take them again' }))
  await screen.findByRole('button', { name: /^Take no approval requests/ })
  expect(api.sentTo(muteApprovals)).toMatchObject([
    { body: { participantId, muted: true } },
    { body: { participantId, muted: false } },
  ])
})

test('offers it for approvals alone, to those who may decide them', () => {
  renderAt('/', <Stage given={{ type: 'verification' }} />)
  renderAt('/', <Stage isApprover={false} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('says nothing of a day that has ended', () => {
  renderAt('/', <Stage given={{ requesterMutedUntil: '2020-03-02T12:00:00.000Z' }} />)
  expect(screen.queryByText(/^You take no approval requests/)).toBeNull()
  screen.getByRole('button', { name: /^Take no approval requests/ })
})

test('sends once, and nothing while offline', async () => {
  const api = fakeApi()
  api.answer(muteApprovals, () => new Promise(() => {}))
  const { person } = renderAt('/', <Stage />)
  const button = screen.getByRole('button')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await person.click(button)
  expect(api.sentTo(muteApprovals)).toEqual([])
  online.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  await person.click(button)
  await person.click(button)
  expect(api.sentTo(muteApprovals)).toHaveLength(1)
})

test('shows why it was refused', async () => {
  const api = fakeApi()
  api.refuse(muteApprovals, 'participant.not-found')
  const { person } = renderAt('/', <Stage />)
  await person.click(screen.getByRole('button', { name: /^Take no approval requests/ }))
  await screen.findByText('This participant does not exist.')
})
