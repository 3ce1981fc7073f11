import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pairClaim, pairFinish } from '#contract/accounts/pairing.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signIn } from '../../../testing/samples.ts'
import { clearSession, getToken } from '#shared/session/session.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { RequireSession } from '../sessions/RequireSession.tsx'

const claim = 'A'.repeat(43)

const showAt = (path: string) => {
  const api = fakeApi()
  signIn()
  const token = getToken()!
  clearSession()
  const page = (
    <PhoneSessionProvider>
      <RequireSession>
        <p>The page</p>
      </RequireSession>
    </PhoneSessionProvider>
  )
  return { api, token, ...renderAt(path, page) }
}

test('a scanned code is sent after a press, and the number is shown until the computer confirms', async () => {
  const { api, token, person, address } = showAt('/pair#0123ABCD')
  let confirm = (_reply: { access_token: string }): void => {}
  api.answer(pairClaim, { claim, number: '42' })
  api.answer(pairFinish, () => new Promise((resolve) => void (confirm = resolve)))
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
  expect(input.value).toBe('0123 ABCD')
  expect(api.sentTo(pairClaim)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('img', { name: 'The number is 4 2' })
  expect(document.activeElement?.textContent).toBe('Does your computer show the same number?')
  expect(api.sentTo(pairClaim)).toMatchObject([{ body: { code: '0123ABCD' } }])
  await waitFor(() => expect(api.sentTo(pairFinish)).toMatchObject([{ body: { claim, wait: true } }]))
  confirm({ access_token: token })
  await screen.findByText('The page')
  await waitFor(() => expect(address()).toBe('/start?next=/'))
})

test('an invalid code is explained, and a refusal on the computer returns to the code', async () => {
  const { api, person } = showAt('/pair')
  api.answer(pairClaim, { claim, number: '42' })
  api.refuse(pairFinish, 'pair.not-found')
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
  await person.type(input, '0123{Enter}')
  expect(screen.getByText('Please enter all 8 characters of the code.')).toBeTruthy()
  expect(document.activeElement).toBe(input)
  await person.type(input, '-abcd{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is unknown, used or expired/)
  expect(api.sentTo(pairClaim)).toMatchObject([{ body: { code: '0123ABCD' } }])
})

test('the sign-in screen links to pairing', async () => {
  const { person, address } = showAt('/')
  await person.click(await screen.findByRole('link', { name: 'Code from my computer' }))
  await screen.findByRole('textbox', { name: 'Code' })
  expect(address()).toBe('/pair')
})
