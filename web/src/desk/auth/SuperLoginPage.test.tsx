import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { superLogin } from '#contract/sessions.ts'
import { getToken } from '../../shared/session.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { SuperLoginPage } from './SuperLoginPage.tsx'

const showPage = async (answer: (api: ReturnType<typeof fakeApi>) => void) => {
  const api = fakeApi()
  answer(api)
  const { person, address } = renderAt('/login/super', <SuperLoginPage />)
  await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'boss@example.com')
  await person.type(screen.getByLabelText('Password'), 'a long enough password')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  return { api, address }
}

test('a super admin gets in by their own operation, and to their own page', async () => {
  const { api, address } = await showPage((server) => server.answer(superLogin, { access_token: 'given' }))
  await waitFor(() => expect(address()).toBe('/super-admin/main'))
  expect(api.sentTo(superLogin)).toMatchObject([{ body: { email: 'boss@example.com' } }])
  expect(getToken()).toBe('given')
})

test('who is refused stays, is told so, and is offered no mail', async () => {
  const { address } = await showPage((server) => server.refuse(superLogin, 'login.failed'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Login failed/)
  expect(address()).toBe('/login/super')
  expect(screen.queryByRole('button', { name: /Resend/ })).toBeNull()
})
