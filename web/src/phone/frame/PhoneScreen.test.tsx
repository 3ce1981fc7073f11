import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { requestInbox } from '#contract/requests.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { requestOf, signIn } from '../../testing/samples.ts'
import { PhoneScreen } from './PhoneScreen.tsx'

test.each([
  [1, /^Inbox\W*1 request waits$/],
  [50, /^Inbox\W*50 requests wait$/],
])('wherever one is, %i that wait are counted beside the way to them', async (count, name) => {
  signIn()
  fakeApi().answer(
    requestInbox,
    Array.from({ length: count }, (_, i) => requestOf(i)),
  )
  renderAt('/account', <PhoneScreen title="Account">here</PhoneScreen>)
  await screen.findByRole('link', { name })
})
