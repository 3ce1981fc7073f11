import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { authOptions } from '#contract/accounts/visitors.ts'
import { rememberTarget, takeTarget } from '#shared/session/return-target.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { optionsOf } from '../../../testing/samples.ts'
import { keepSignIn, takeSignIn } from './pending-sign-in.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const start = vi.hoisted(() => vi.fn())
vi.mock('./provider-sign-in.ts', () => ({ startSignIn: start }))

beforeEach(() => void start.mockReset())

const google = { clientId: 'at-google' }
const microsoft = { clientId: 'at-microsoft', authority: 'https://login.microsoftonline.com/common' }
const kept = { provider: 'google', client: 'web', state: 's', nonce: 'n', verifier: 'v' } as const

const showAt = (path: string, options = optionsOf({ google, microsoft }), target?: string) => {
  const api = fakeApi()
  api.answer(authOptions, options)
  const page = renderAt(path, <ProviderButtons {...(target !== undefined && { target })} />)
  return { api, ...page }
}

test.each([
  [{}, []],
  [{ google }, ['Google']],
  [{ microsoft }, ['Microsoft365']],
  [{ google, microsoft }, ['Google', 'Microsoft365']],
])('shows a button for each configured provider and no other: %j', async (ways, names) => {
  const { api } = showAt('/login?with=nobody', optionsOf(ways))
  await waitFor(() => expect(api.sentTo(authOptions)).toHaveLength(1))
  await waitFor(() => expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(names))
  expect(start).not.toHaveBeenCalled()
})

test('a press opens the provider and saves the requested page', async () => {
  const options = optionsOf({ google, microsoft })
  const { person } = showAt('/login', options, '/users/invite/t?invitationUuid=1')
  await person.click(await screen.findByRole('button', { name: 'Log in with Microsoft365' }))
  await waitFor(() =>
    expect(start).toHaveBeenCalledExactlyOnceWith({ provider: 'microsoft', client: 'web' }, options),
  )
  expect(takeTarget()).toBe('/users/invite/t?invitationUuid=1')
})

test('a link with the name of a provider acts as a press, once, and keeps the phone as the client', async () => {
  rememberTarget('/m/requests')
  const { address } = showAt('/login?with=google')
  await waitFor(() => expect(start).toHaveBeenCalledOnce())
  expect(start.mock.lastCall?.[0]).toEqual({ provider: 'google', client: 'mobile' })
  expect(address()).toBe('/login')
})

test('shows an error if the sign-in cannot start', async () => {
  start.mockRejectedValue(new Error('no storage'))
  const { person } = showAt('/login')
  await person.click(await screen.findByRole('button', { name: 'Log in with Google' }))
  await screen.findByRole('alert')
})

test('deletes an abandoned sign-in', () => {
  keepSignIn(kept)
  showAt('/login')
  expect(takeSignIn()).toBeNull()
})
