import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/accounts/sessions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { idOf, ids, signIn } from '../../../testing/samples.ts'
import { OtherSessions } from './OtherSessions.tsx'

const sessionOf = (changes: Partial<Session>): Session => ({
  id: ids.user,
  kind: 'mobile',
  device: 'iPhone, Safari',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: '2026-03-01T12:00:00.000Z',
  current: true,
  pairedBy: null,
  ...changes,
})
const desk = sessionOf({ id: ids.request, kind: 'web', device: 'Windows, Edge', current: false })

test('lists the other sessions and ends them all, but not this one', async () => {
  signIn()
  const api = fakeApi()
  let listed = [sessionOf({}), desk]
  api.answer(listSessions, () => listed)
  api.answer(endOtherSessions, () => {
    listed = [sessionOf({})]
    return {}
  })
  const { person } = renderAt('/account', <OtherSessions />)
  await screen.findByText('Windows, Edge')
  expect(screen.queryByText('iPhone, Safari')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await screen.findByText('You are not signed in anywhere else.')
  expect(api.sentTo(endOtherSessions)).toHaveLength(1)
})

test('says what signed a phone in, and ends a session together with the phone that it signed in', async () => {
  signIn()
  const api = fakeApi()
  const tablet = sessionOf({ id: ids.workspace, device: 'iPad, Safari', current: false, pairedBy: desk.id })
  const odd = sessionOf({ id: ids.participant, device: null, current: false, pairedBy: ids.user })
  const orphan = sessionOf({ id: idOf(8), device: 'Android, Chrome', current: false, pairedBy: idOf(9) })
  let listed = [sessionOf({}), desk, tablet, odd, orphan]
  api.answer(listSessions, () => listed)
  const { person } = renderAt('/account', <OtherSessions />)
  const rowOf = async (device: string) => within((await screen.findByText(device)).closest('li')!)
  ;(await rowOf('iPad, Safari')).getByText('Signed in by code from Windows, Edge')
  ;(await rowOf('Unknown device')).getByText('Signed in by code from this device')
  ;(await rowOf('Android, Chrome')).getByText('Signed in by code')
  expect(screen.getAllByRole('button', { name: /with its phone/ })).toHaveLength(1)
  api.answer(endSession, () => {
    listed = listed.filter((one) => one !== desk && one !== tablet)
    return {}
  })
  await person.click(screen.getByRole('button', { name: 'Sign out Windows, Edge with its phone' }))
  await screen.findByText('Windows, Edge is signed out.')
  expect(screen.queryByText('iPad, Safari')).toBeNull()
  expect(api.sentTo(endSession)).toMatchObject([
    { params: { id: desk.id }, query: { pairedToo: 'true' as never } },
  ])
  await person.click(screen.getByRole('button', { name: 'Sign out Unknown device' }))
  expect(api.sentTo(endSession).at(-1)).toMatchObject({
    params: { id: odd.id },
    query: { pairedToo: 'false' as never },
  })
})
