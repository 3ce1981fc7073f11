import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestColleagues, type Colleague } from '#contract/requests/asking.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, participantOf, signIn } from '../../../testing/samples.ts'
import { CheckACall } from './CheckACall.tsx'

beforeEach(signIn)

const colleagueOf = (number: number, changes: Partial<Colleague> = {}): Colleague => ({
  participantId: participantOf(number).id,
  email: participantOf(number).email,
  workspaceId: ids.workspace,
  workspaceName: 'Harbour',
  checkedAt: '2026-03-01T12:00:00.000Z',
  hasDevice: true,
  notified: true,
  mutedUntil: null,
  locked: false,
  ...changes,
})
const show = (colleagues: readonly Colleague[] | null) => {
  const api = fakeApi()
  if (colleagues) api.answer(requestColleagues, [...colleagues])
  else api.refuse(requestColleagues, 'access.denied')
  return renderAt('/', <CheckACall />)
}
const shortcut = (number: number) =>
  screen.findByRole('link', { name: new RegExp(`^Check a call with person-${number}@example.com`) })

test('one tap on a colleague of late opens the form with the colleague chosen', async () => {
  show([colleagueOf(2), colleagueOf(1)])
  expect((await shortcut(1)).getAttribute('href')).toBe(`/new/check/${ids.workspace}/${participantOf(1).id}`)
  const [check, first] = screen.getAllByRole('link')
  expect([check!.textContent, check!.getAttribute('href')]).toEqual(['Check a call', '/new/check'])
  expect(first).toBe(await shortcut(2))
  expect(screen.queryByText('Harbour')).toBeNull()
})

test('names the workspaces if there are several', async () => {
  show([colleagueOf(1), colleagueOf(2, { workspaceId: ids.user, workspaceName: 'Quay' })])
  await screen.findByText('Harbour')
  screen.getByText('Quay')
})

test.each<[string, Partial<Colleague>]>([
  ['has no device', { hasDevice: false }],
  ['cannot be asked before a mute ends', { mutedUntil: '2126-03-01T12:00:00.000Z' }],
  ['is locked after wrong numbers', { locked: true }],
])('marks a colleague who %s', async (_, changes) => {
  show([colleagueOf(1), colleagueOf(2, changes)])
  expect((await shortcut(2)).textContent).toContain('cannot be asked at the moment')
  expect((await shortcut(1)).textContent).not.toContain('cannot be asked')
})

test('says what appears there while there is nobody yet', async () => {
  show([])
  await screen.findByText(/Colleagues with whom you check a call appear here/)
})

test('works without the colleagues', async () => {
  show(null)
  await screen.findByText(/cannot be loaded at the moment/)
  expect(screen.getByRole('link', { name: 'Check a call' }).getAttribute('href')).toBe('/new/check')
})
