import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { login, refresh } from '#contract/accounts/sessions.ts'
import { signup } from '#contract/accounts/sign-up.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { acceptInvite } from '#contract/workspaces/invitations.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, optionsOf, participantOf, tokenOf } from '../../../testing/samples.ts'
import { JoinWithPassword } from './JoinWithPassword.tsx'

const [email, verificationToken] = ['ada@example.com', 'token-of-the-mail-0001']
const offer = { email, name: 'Ada B', role: 'admin', verificationToken, invitationUuid: ids.request } as const

const show = () => {
  const api = fakeApi()
  api.answer(authOptions, optionsOf())
  api.answer(signup, { message: 'ok' })
  api.answer(login, { access_token: tokenOf('regular user') })
  api.answer(refresh, { access_token: tokenOf('admin') })
  api.answer(acceptInvite, participantOf(1, { role: 'admin' }))
  const onAccountExists = vi.fn<() => void>()
  const { person, address } = renderAt(
    '/invite',
    <JoinWithPassword {...offer} onAccountExists={onAccountExists} />,
  )
  const join = () => person.click(screen.getByRole('button', { name: 'Join' }))
  const type = (password: string) => person.type(screen.getByLabelText('Password'), password)
  const typeName = (name: string) => person.type(screen.getByLabelText(/^Your name/), name)
  return { api, join, type, typeName, address, onAccountExists }
}

test('one press creates the account, logs in and accepts the invitation', async () => {
  const { api, join, type, typeName, address } = show()
  await type('five5')
  await join()
  expect(api.sentTo(signup)).toEqual([])
  await typeName('erg')
  await type('and more')
  await join()
  await waitFor(() => expect(address()).toBe('/workspaces'))
  const password = 'five5and more'
  expect(api.sentTo(signup)).toMatchObject([{ body: { password, verificationToken } }])
  expect(api.sentTo(login)).toMatchObject([{ body: { email, password, client: 'web' } }])
  expect(api.sentTo(acceptInvite)).toMatchObject([
    {
      params: { id: ids.request },
      body: { name: 'Ada Berg', timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    },
  ])
})

test('after a failed acceptance the next press does not create the account again', async () => {
  const { api, join, type, address } = show()
  api.refuse(acceptInvite, 'rate.exceeded')
  await type('correct horse')
  await join()
  await screen.findAllByText('Too many attempts. Please wait.')
  api.answer(acceptInvite, participantOf(1, { role: 'admin' }))
  await join()
  await waitFor(() => expect(address()).toBe('/workspaces'))
  expect(api.sentTo(signup)).toHaveLength(1)
})

test('an account that was created meanwhile is reported to the page', async () => {
  const { api, join, type, onAccountExists } = show()
  api.refuse(signup, 'account.exists')
  await type('correct horse')
  await join()
  await waitFor(() => expect(onAccountExists).toHaveBeenCalledOnce())
  expect(api.sentTo(login)).toEqual([])
})
