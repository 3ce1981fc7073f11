import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/accounts/sessions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn } from '../../../testing/samples.ts'
import { SessionsSection } from './SessionsSection.tsx'

const agoMinutes = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const sessionOf = (changes: Partial<Session>): Session => ({
  id: ids.request,
  kind: 'web',
  device: 'Windows, Edge',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: agoMinutes(0),
  current: false,
  pairedBy: null,
  ...changes,
})
const own = sessionOf({ id: ids.user, device: 'Mac, Safari', current: true })
const phone = sessionOf({ kind: 'mobile', device: 'Android, Chrome', lastUsedAt: agoMinutes(3 * 60) })
const odd = sessionOf({ id: ids.workspace, device: null })

const showSection = (...sessions: Session[]) => {
  signIn()
  const api = fakeApi()
  let listed = sessions
  api.answer(listSessions, () => listed)
  const { person } = renderAt('/account', <SessionsSection />)
  return { api, person, leave: (...left: Session[]) => void (listed = left) }
}
const rowOf = async (device: string) => (await screen.findByText(device)).closest('li')!

test('each session shows its device, kind and last use; the current one offers a logout', async () => {
  showSection(own, phone, odd)
  expect((await rowOf('Mac, Safari')).textContent).toMatch(/this session.*in use now/)
  expect((await rowOf('Android, Chrome')).textContent).toMatch(/phone page.*last used 3 hours ago/)
  expect(await rowOf('Unknown device')).toBeTruthy()
  expect(within(await rowOf('Mac, Safari')).getByRole('button', { name: 'Logout' })).toBeTruthy()
})

test('another session can be ended and leaves the list', async () => {
  const { api, person, leave } = showSection(own, phone)
  const button = await screen.findByRole('button', { name: 'End the session on Android, Chrome' })
  api.answer(endSession, () => {
    leave(own)
    return {}
  })
  await person.click(button)
  await screen.findByText('You are not logged in anywhere else.')
  expect(api.sentTo(endSession)).toMatchObject([{ params: { id: phone.id } }])
  expect(screen.getByText('The session has ended.')).toBeTruthy()
})

test('a session that signed in a phone can be ended together with it', async () => {
  const other = sessionOf({ id: ids.workspace })
  const { api, person, leave } = showSection(own, other, { ...phone, pairedBy: other.id })
  expect((await rowOf('Android, Chrome')).textContent).toMatch(/signed in by code/)
  api.answer(endSession, () => {
    leave(own)
    return {}
  })
  await person.click(
    within(await rowOf('Windows, Edge')).getByRole('button', { name: 'End it and its phone' }),
  )
  await screen.findByText('You are not logged in anywhere else.')
  expect(api.sentTo(endSession)).toMatchObject([
    { params: { id: other.id }, query: { pairedToo: 'true' as never } },
  ])
})

test('all other sessions can be ended at once, with a description of the effect', async () => {
  const { api, person, leave } = showSection(own, phone, odd)
  const button = await screen.findByRole('button', {
    name: 'End all other sessions',
    description: /ask for the password.*stay set up/,
  })
  api.answer(endOtherSessions, () => {
    leave(own)
    return {}
  })
  await person.click(button)
  await waitFor(() => expect(screen.queryByText('Android, Chrome')).toBeNull())
  expect(api.sentTo(endOtherSessions)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
})

test('a refusal shows its error, and the sessions stay in the list', async () => {
  const { api, person } = showSection(own, phone)
  api.refuse(endSession, 'session.not-found')
  await person.click(await screen.findByRole('button', { name: /Android/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('This session does not exist.')
  expect(screen.getByText('Android, Chrome')).toBeTruthy()
})
