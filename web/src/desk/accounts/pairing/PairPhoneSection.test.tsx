import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pair, pairConfirm, pairRefuse, pairState, type Pairing } from '#contract/accounts/pairing.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn } from '../../../testing/samples.ts'
import { PairPhoneSection } from './PairPhoneSection.tsx'

const expiresAt = '2026-03-01T12:02:00.000Z'
const shown = { id: ids.request, code: '0123ABCD', url: 'http://localhost/m/pair#0123ABCD', expiresAt }
const at = (state: Pairing['state']): Pairing => ({
  state,
  number: state === 'shown' ? null : '42',
  name: state === 'shown' ? null : 'Android, Chrome',
  expiresAt,
})

/** The section, with the states that the server reports in turn. It responds when the state changes. */
const showSection = () => {
  signIn()
  const api = fakeApi()
  const news: Pairing[] = [at('shown')]
  let wake = (): void => {}
  const next = async (): Promise<Pairing> => {
    for (;;) {
      const first = news.shift()
      if (first) return first
      await new Promise<void>((resolve) => void (wake = resolve))
    }
  }
  api.answer(pair, shown)
  api.answer(pairState, next)
  const happens = (state: Pairing['state']) => {
    news.push(at(state))
    wake()
  }
  const { person } = renderAt('/account', <PairPhoneSection />)
  return { api, person, happens }
}

test('shows the code as QR code and text until a phone has read it, then compares and confirms the number', async () => {
  const { api, person, happens } = showSection()
  await person.click(screen.getByRole('button', { name: 'Show a code' }))
  await screen.findByRole('img', { name: 'QR code that opens the sign-in on your phone' })
  expect(screen.getByText('0123 ABCD')).toBeTruthy()
  await waitFor(() => expect(api.sentTo(pairState)).toHaveLength(2))
  happens('claimed')
  await screen.findByRole('img', { name: 'The number is 4 2' })
  expect(document.activeElement?.textContent).toBe('Does your phone show this number?')
  expect(screen.getByText('Android, Chrome')).toBeTruthy()
  expect(api.sentTo(pairState).map(({ query }) => query?.seen)).toEqual([undefined, 'shown', 'claimed'])
  api.answer(pairConfirm, () => {
    happens('confirmed')
    return {}
  })
  await person.click(screen.getByRole('button', { name: 'Yes, sign it in' }))
  await screen.findByText('Signing in your phone…')
  happens('finished')
  await screen.findByText('Your phone is signed in.')
  expect(api.sentTo(pairConfirm)).toMatchObject([{ params: { id: shown.id } }])
})

test('a rejected number is sent and confirmed', async () => {
  const { api, person, happens } = showSection()
  api.answer(pairRefuse, {})
  await person.click(screen.getByRole('button', { name: 'Show a code' }))
  await screen.findByText('0123 ABCD')
  happens('claimed')
  await person.click(await screen.findByRole('button', { name: 'No' }))
  await screen.findByText('No phone was signed in.')
  expect(api.sentTo(pairRefuse)).toMatchObject([{ params: { id: shown.id } }])
  expect(screen.getByRole('button', { name: 'Show another code' })).toBeTruthy()
})

test('an expired code shows a message', async () => {
  const { api, person } = showSection()
  api.refuse(pairState, 'pair.not-found')
  await person.click(screen.getByRole('button', { name: 'Show a code' }))
  await screen.findByText(/^The code has expired/)
})

test('without a response the code stays, and a button retries', async () => {
  const { api, person } = showSection()
  api.refuse(pairState, 'store.unavailable')
  await person.click(screen.getByRole('button', { name: 'Show a code' }))
  await screen.findByRole('alert')
  expect(screen.getByText('0123 ABCD')).toBeTruthy()
  api.answer(pairState, ({ query }) =>
    query?.seen === undefined ? at('claimed') : new Promise<never>(() => {}),
  )
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('img', { name: 'The number is 4 2' })
})

test('a session that was paired itself is told why it cannot sign in a phone', async () => {
  const { api, person } = showSection()
  api.refuse(pair, 'session.paired')
  await person.click(screen.getByRole('button', { name: 'Show a code' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/signed in by another device/)
})
