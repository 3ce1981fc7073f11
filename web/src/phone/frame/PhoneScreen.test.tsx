import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { requestOf } from '../../testing/request-samples.ts'
import { signIn } from '../../testing/samples.ts'
import { PhoneScreen } from './PhoneScreen.tsx'

test.each([
  [1, {}, /^Inbox\W*1 request waiting$/],
  [50, {}, /^Inbox\W*50 requests waiting$/],
  [50, { 'X-Next-Cursor': 'more' }, /^Inbox\W*more than 50 requests waiting$/],
])(
  'every screen shows the number of open requests beside the inbox link: %i %o',
  async (count, headers, name) => {
    signIn()
    fakeApi().answer(
      requestInbox,
      Array.from({ length: count }, (_, i) => requestOf(i)),
      headers,
    )
    renderAt('/account', <PhoneScreen title="Account">here</PhoneScreen>)
    await screen.findByRole('link', { name })
  },
)

/** Like the sign-in screen, which replaces any screen at the same address. */
const Account = () => {
  const [isSignedOut, setSignedOut] = useState(false)
  if (isSignedOut)
    return (
      <PhoneScreen key="in" title="Sign in">
        here
      </PhoneScreen>
    )
  return (
    <PhoneScreen key="account" title="Account">
      <button type="button" onClick={() => setSignedOut(true)}>
        Logout
      </button>
    </PhoneScreen>
  )
}

test('another screen at the same address starts at the top', async () => {
  signIn()
  fakeApi()
  const { person } = renderAt('/account', <Account />)
  const main = await screen.findByRole('main')
  main.scrollTop = 300
  fireEvent.scroll(main)
  await person.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.getByRole('main').scrollTop).toBe(0)
})
