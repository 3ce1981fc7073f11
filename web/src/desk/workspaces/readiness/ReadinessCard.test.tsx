import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readiness, remindLaggards } from '#contract/workspaces/readiness.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, readinessOf, signIn } from '../../../testing/samples.ts'
import { ReadinessCard } from './ReadinessCard.tsx'

beforeEach(signIn)

test('those who lag are counted, listed by a link, and reminded by one press; who was reminded today is not again', async () => {
  const api = fakeApi()
  const lagging = {
    invited: 203,
    joined: 188,
    withDevice: 171,
    mails: { waiting: 3, sent: 11, failed: 1 },
    unreached: 2,
  }
  api.answer(readiness, readinessOf({ ...lagging, remindable: { joining: 15, device: 17 } }))
  api.answer(remindLaggards, { reminded: 17 })
  const { person } = renderAt('/workspace', <ReadinessCard workspaceId={ids.workspace} />)
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['15 missing', `/workspace/${ids.workspace}?lacks=joining`],
    ['17 missing', `/workspace/${ids.workspace}?lacks=device`],
    ['who has not', `/workspace/${ids.workspace}?lacks=decision`],
    ['Who, and what to do', `/workspace/${ids.workspace}?lacks=mailbox`],
  ])
  screen.getByText(/^Invitations: 11 of 15 e-mails sent. 2 people were not reached by e-mail./)
  api.answer(readiness, readinessOf({ ...lagging, remindable: { joining: 15, device: 0 } }))
  await person.click(screen.getByRole('button', { name: 'Remind 17 to set up a device' }))
  await screen.findByText('17 people get an e-mail.')
  expect(api.sentTo(remindLaggards)).toMatchObject([{ body: { lacks: 'device' } }])
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remind/ })).toHaveLength(1))
  screen.getByText(/reminded today/)
})
