import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestList } from '#contract/requests/requests.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, requestOf, signIn } from '../../../testing/samples.ts'
import { FirstRun } from './FirstRun.tsx'

beforeEach(() => {
  signIn()
  localStorage.clear()
})

const show = (hasInvited: boolean, requests = 0) => {
  const api = fakeApi()
  api.answer(devices, [])
  api.answer(
    requestList,
    Array.from({ length: requests }, (_, number) => requestOf(number)),
  )
  return { api, ...renderAt('/workspace', <FirstRun workspaceId={ids.workspace} hasInvited={hasInvited} />) }
}

test('the first open step is the next one, and only open steps are links', async () => {
  show(true)
  await screen.findByRole('heading', { name: 'Three steps to the first approval 1 done' })
  const next = screen.getAllByRole('listitem').filter((step) => step.getAttribute('aria-current') === 'step')
  expect(next.map((step) => step.textContent)).toEqual([expect.stringContaining('Set up your phone')])
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Set up a device',
    'New request',
  ])
})

test('postponed steps stay hidden, for this workspace and browser', async () => {
  const { person } = show(false, 1)
  await person.click(await screen.findByRole('button', { name: 'Do this later' }))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  const { api } = show(false)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(api.sentTo(devices)).toEqual([])
})
