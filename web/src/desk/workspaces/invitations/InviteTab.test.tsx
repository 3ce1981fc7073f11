import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inviteParticipant } from '#contract/workspaces/invitations.ts'
import { refresh } from '#contract/accounts/sessions.ts'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { onSessionEnd } from '#shared/api/api.ts'
import { changeOf, countsOf, ids, participantOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { InviteTab } from './InviteTab.tsx'

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^E-mail/ })
const right = (name: 'Approver' | 'Requester') => screen.getByRole<HTMLInputElement>('checkbox', { name })
const role = (name: 'Admin' | 'Regular user') => screen.getByRole<HTMLInputElement>('radio', { name })
const submit = () => screen.getByRole('button', { name: 'Invite' })

beforeEach(() => {
  localStorage.clear()
  signIn()
})

const showTab = (changes: Partial<Workspace> = {}, seats: ParticipantCounts['seats'] = null) => {
  const api = fakeApi()
  api.answer(participantCounts, countsOf({ seats }))
  const { person } = renderAt('/workspace', <InviteTab workspace={workspaceOf(changes)} />)
  return { api, person }
}

test('a missing value shows an error at its field, and nothing is sent', async () => {
  const { api, person } = showTab()
  await person.click(submit())
  await screen.findByRole('textbox', { name: /^E-mail/, description: /Email is required/ })
  expect(screen.getByRole('group', { name: 'Role', description: 'Role is required' })).toBeTruthy()
  expect(api.sentTo(inviteParticipant)).toEqual([])
})

test('a regular user needs one of the two rights; an admin needs none', async () => {
  const { api, person } = showTab()
  api.answer(inviteParticipant, participantOf(1))
  const isAskedFor = () => screen.queryByRole('group', { name: 'Rights', description: /must be selected/ })
  await person.type(email(), 'ada@example.com')
  await person.click(role('Regular user'))
  await person.click(submit())
  await waitFor(() => expect(isAskedFor()).not.toBeNull())
  await person.click(right('Requester'))
  await waitFor(() => expect(isAskedFor()).toBeNull())
  await person.click(right('Requester'))
  await waitFor(() => expect(isAskedFor()).not.toBeNull())
  expect(api.sentTo(inviteParticipant)).toEqual([])
  await person.click(role('Admin'))
  await person.click(submit())
  await waitFor(() => expect(api.sentTo(inviteParticipant)).toHaveLength(1))
})

test('sends the invitation, then keeps the rights for the next one and focuses the address', async () => {
  const { api, person } = showTab()
  api.answer(inviteParticipant, participantOf(1))
  await person.type(email(), ' ada@example.com')
  await person.click(role('Regular user'))
  await person.click(right('Approver'))
  await person.click(submit())
  await screen.findAllByText('ada@example.com was invited.')
  expect(api.sentTo(inviteParticipant)).toMatchObject([
    {
      params: { id: ids.workspace },
      body: { email: 'ada@example.com', role: 'regular user', approver: true, requester: false },
    },
  ])
  expect([email().value, right('Approver').checked, role('Regular user').checked]).toEqual(['', true, true])
  expect(document.activeElement).toBe(email())
  cleanup()
  const again = showTab()
  again.api.answer(inviteParticipant, participantOf(2))
  expect([right('Approver').checked, right('Requester').checked]).toEqual([true, false])
  // Nobody becomes an admin by habit.
  await again.person.click(role('Admin'))
  await again.person.type(email(), 'ben@example.com')
  await again.person.click(submit())
  await waitFor(() => expect(email().value).toBe(''))
  expect([role('Admin').checked, role('Regular user').checked]).toEqual([false, true])
})

test('a refusal shows its error, and the input stays', async () => {
  const { api, person } = showTab()
  api.refuse(inviteParticipant, 'participant.exists')
  await person.type(email(), 'ada@example.com')
  await person.click(role('Admin'))
  await person.click(submit())
  expect((await screen.findAllByText(/already a participant/)).length).toBeGreaterThan(0)
  expect([email().value, role('Admin').checked]).toEqual(['ada@example.com', true])
})

test('without a subscription nothing is sent, and the button says why', async () => {
  const { api, person } = showTab({ isActive: false })
  await person.type(email(), 'ada@example.com')
  await person.click(role('Admin'))
  await person.click(submit())
  expect(screen.getByRole('button', { description: 'You need a subscription to invite people.' })).toBe(
    submit(),
  )
  expect(api.sentTo(inviteParticipant)).toEqual([])
})

test('shows the free seats once 90 % are taken, and still sends invitations', async () => {
  const { api, person } = showTab({}, { total: 10, taken: 9, isNearlyFull: true })
  api.answer(inviteParticipant, participantOf(1))
  await screen.findByText('9 of 10 seats are taken: 1 more can be invited.')
  expect(screen.getByRole('link', { name: 'See seats and offers' }).getAttribute('href')).toContain(
    '?tab=settings',
  )
  await person.type(email(), 'ada@example.com')
  await person.click(role('Admin'))
  await person.click(submit())
  await waitFor(() => expect(api.sentTo(inviteParticipant)).toHaveLength(1))
})

test.each([10, 12])(
  'when all of 10 seats are taken, by %i people, nobody is invited, and the button says why',
  async (taken) => {
    const { api, person } = showTab({}, { total: 10, taken, isNearlyFull: true })
    await screen.findByText('All 10 seats are taken.')
    await person.type(email(), 'ada@example.com')
    await person.click(role('Admin'))
    await person.click(submit())
    expect(screen.getByRole('button', { description: /^No seat is free[.] Remove somebody/ })).toBe(submit())
    expect(api.sentTo(inviteParticipant)).toEqual([])
    expect(email().value).toBe('ada@example.com')
  },
)

test('shows no seats while enough are free, or without a limit', async () => {
  for (const seats of [{ total: 10, taken: 8, isNearlyFull: false }, null]) {
    const { api } = showTab({}, seats)
    await waitFor(() => expect(api.sentTo(participantCounts)).toHaveLength(1))
    expect(screen.queryByText(/seat/)).toBeNull()
    cleanup()
  }
})

test('the input survives the end of the session, for the same user only', async () => {
  onTestFinished(onSessionEnd(() => {}))
  const { api, person } = showTab()
  api.refuse(inviteParticipant, 'session.ended')
  api.refuse(refresh, 'session.ended')
  await person.type(email(), 'ada@example.com')
  await person.click(role('Regular user'))
  await person.click(right('Approver'))
  await person.click(submit())
  await waitFor(() => expect(api.sentTo(refresh)).toHaveLength(1))
  await screen.findByRole('alert')
  cleanup()
  signIn()
  const again = showTab()
  await waitFor(() => expect(email().value).toBe('ada@example.com'))
  expect([role('Regular user').checked, right('Approver').checked]).toEqual([true, true])
  again.api.answer(inviteParticipant, participantOf(1))
  await again.person.click(submit())
  await waitFor(() => expect(email().value).toBe(''))
  cleanup()
  showTab()
  expect(email().value).toBe('')
  expect(sessionStorage.length).toBe(0)
})

test('while people are protected it says that the invitation waits, instead of that it was sent', async () => {
  const { api, person } = showTab()
  const change = changeOf(1, { action: 'participant.invited' })
  api.wait(inviteParticipant, change)
  await person.type(email(), 'ada@example.com')
  await person.click(role('Admin'))
  await person.click(submit())
  const link = await screen.findByRole('link', { name: 'View the change' })
  expect(link.getAttribute('href')).toContain(`change=${change.id}`)
  expect(screen.queryByText('ada@example.com was invited.')).toBeNull()
})
