import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endOtherSessions, listSessions, type Session } from '#contract/accounts/sessions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn } from '../../../testing/samples.ts'
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
