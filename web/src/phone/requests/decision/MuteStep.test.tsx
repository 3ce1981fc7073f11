import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { muteApprovals } from '#contract/workspaces/mute-approvals.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf, signIn } from '../../../testing/samples.ts'
import { MuteStep } from './MuteStep.tsx'

beforeEach(signIn)

const Stage = () => {
  const [request, setRequest] = useState(requestOf(1))
  return <MuteStep request={request} isApprover onChanged={setRequest} />
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

test('shows why it was refused', async () => {
  const api = fakeApi()
  api.refuse(muteApprovals, 'participant.not-found')
  const { person } = renderAt('/', <Stage />)
  await person.click(screen.getByRole('button', { name: /^Take no approval requests/ }))
  await screen.findByText('This participant does not exist.')
})
