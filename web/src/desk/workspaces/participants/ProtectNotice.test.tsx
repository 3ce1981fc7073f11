import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { currentUser } from '#contract/accounts/users.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import { participantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, countsOf, participantOf, signIn, userOf, workspaceOf } from '../../../testing/samples.ts'
import { ParticipantsTab } from './ParticipantsTab.tsx'

beforeEach(() => {
  signIn()
  localStorage.removeItem(`vieraugen-protect-dismissed ${workspaceOf().id}`)
})

const show = (workspace = workspaceOf(), counts = countsOf()) => {
  const api = fakeApi()
  api.answer(currentUser, userOf())
  api.answer(participantCounts, counts)
  api.answer(workspaceParticipants, [{ participant: participantOf(1) }])
  api.answer(changeList, [
    changeOf(1),
    changeOf(2, {
      action: 'participant.invited',
      target: { kind: 'participant', id: changeOf(2).id, label: 'new@example.com' },
    }),
  ])
  return renderAt('/workspace', <ParticipantsTab workspace={workspace} />)
}

test('marks the person whose change waits, and names the invitations that wait', async () => {
  show()
  const tag = await screen.findByRole('link', { name: 'waits for a second admin' })
  expect(tag.closest('[role=row]')?.textContent).toContain('person-1@example.com')
  expect(tag.getAttribute('href')).toContain(`change=${changeOf(1).id}`)
  screen.getByText('An invitation waits for a second admin:')
  screen.getByRole('link', { name: 'new@example.com' })
})

const offer = () => screen.queryByText('There are two admins now.')

test('offers the protection of people as soon as there are two admins, until it is dismissed', async () => {
  const { person } = show()
  await screen.findByText('There are two admins now.')
  expect(screen.getByRole('link', { name: 'Protect people' }).getAttribute('href')).toBe(
    '/workspace?tab=settings',
  )
  await person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(offer()).toBeNull()
  expect(localStorage.getItem(`vieraugen-protect-dismissed ${workspaceOf().id}`)).not.toBeNull()
})

test.each([
  ['one admin', workspaceOf(), countsOf({ admin: 1 })],
  ['protected people', workspaceOf({ peopleProtected: true }), countsOf()],
])('offers nothing with %s', async (_, workspace, counts) => {
  show(workspace, counts)
  await screen.findByText('person-1@example.com')
  expect(offer()).toBeNull()
})
