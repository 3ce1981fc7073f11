import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/api-error.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { getToken } from '#shared/session/session.ts'
import { renderAt } from '../../../testing/render.tsx'
import { keepSignIn, takeSignIn } from '../providers/pending-sign-in.ts'
import { SignedInPage } from './SignedInPage.tsx'

const finish = vi.hoisted(() => vi.fn())
vi.mock('../providers/provider-sign-in.ts', () => ({ finishSignIn: finish }))

beforeEach(() => void finish.mockReset())

const kept = { provider: 'google', client: 'web', state: 's', nonce: 'n', verifier: 'v' } as const

const comeBackWith = (answer: string, isKept = true) => {
  if (isKept) keepSignIn(kept)
  location.hash = answer
  const { address } = renderAt('/auth/signed-in', <SignedInPage />)
  expect({ kept: takeSignIn(), hash: location.hash }).toEqual({ kept: null, hash: '' })
  return address
}

const refusal = (code: 'google.refused' | 'identity.unconfirmed', message: string) =>
  new ApiError({ statusCode: 401, code, message, requestId: '' })

test('a successful return from a provider opens the requested page', async () => {
  finish.mockResolvedValue('given')
  rememberTarget('/users/invite/t?invitationUuid=1')
  const address = comeBackWith('access_token=a&state=s')
  await waitFor(() => expect(address()).toBe('/users/invite/t?invitationUuid=1'))
  expect(getToken()).toBe('given')
  expect(finish.mock.lastCall?.[0]).toEqual(kept)
  expect(String(finish.mock.lastCall?.[1])).toBe('access_token=a&state=s')
})

test('a refused sign-in shows its reason on the login page', async () => {
  finish.mockRejectedValue(refusal('google.refused', 'Verify user by Google error'))
  const address = comeBackWith('access_token=a&state=other')
  expect((await screen.findByRole('alert')).textContent).toContain('Verify user by Google error')
  expect(address()).toBe('/login')
})

test('an unconfirmed address leads to the page about the mail', async () => {
  finish.mockRejectedValue(refusal('identity.unconfirmed', 'Check your email'))
  comeBackWith('access_token=a&state=s')
  await screen.findByRole('heading', { name: 'Check your email' })
  screen.getByText(/sent a link to the address of your Google account/)
})

test.each([
  ['who changed their mind', 'error=access_denied&state=s', true],
  ['who never left', 'access_token=a&state=s', false],
])('%s returns to the login page, and sends no request', async (_, answer, isKept) => {
  const address = comeBackWith(answer, isKept)
  await waitFor(() => expect(address()).toBe('/login'))
  expect(finish).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})
