import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { resendInvite, revokeInvite } from '#contract/workspaces/invitations.ts'
import {
  changeActivity,
  changeApprover,
  convertToAdmin,
  removeParticipant,
} from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, participantOf, signIn } from '../../../testing/samples.ts'
import { ParticipantMenu } from './ParticipantMenu.tsx'

beforeEach(signIn)

const ben = participantOf(1, { email: 'ben@example.com', approver: true, requester: false })
const invited = participantOf(2, { email: 'cleo@example.com', joinedAt: null, invite: 'pending' })

const show = (participant: Participant, isOwn = false) => {
  const api = fakeApi()
  const { person } = renderAt('/workspace', <ParticipantMenu participant={participant} isOwn={isOwn} />)
  const open = () => person.click(screen.getByRole('button', { name: /^Actions for/ }))
  const choose = async (name: string) => {
    await open()
    await person.click(await screen.findByRole('menuitem', { name }))
  }
  return { api, person, open, choose }
}
const offered = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

test.each<[string, Participant, boolean, string[]]>([
  [
    'a regular user',
    ben,
    false,
    ['Convert to admin', 'Remove approver right', 'Make requester', 'Set inactive', 'Remove from workspace'],
  ],
  [
    'an inactive admin',
    { ...ben, role: 'admin', active: false },
    false,
    ['Remove approver right', 'Make requester', 'Set active', 'Remove from workspace'],
  ],
  ['oneself', { ...ben, role: 'admin' }, true, ['Remove approver right', 'Make requester']],
  [
    'somebody invited',
    invited,
    false,
    ['Send the invitation again', 'Revoke the invitation', 'Remove from workspace'],
  ],
  [
    'somebody whose invitation was revoked',
    { ...invited, invite: 'revoked' },
    false,
    ['Send the invitation again', 'Remove from workspace'],
  ],
])('the actions for %s', async (_who, participant, isOwn, items) => {
  const { open } = show(participant, isOwn)
  await open()
  expect(offered()).toEqual(items)
})

test('one press toggles a right and confirms it', async () => {
  const { api, choose } = show(ben)
  api.answer(changeApprover, { ...ben, approver: false })
  await choose('Remove approver right')
  await screen.findByText(/may no longer decide requests/)
  expect(api.sentTo(changeApprover)).toMatchObject([{ body: { participantId: ben.id, value: false } }])
})

test('shows the error of the server', async () => {
  const { api, choose } = show(ben)
  api.refuse(changeActivity, 'participant.last-admin')
  await choose('Set inactive')
  await screen.findByText(/You are the last active admin/)
})

test.each([
  { name: 'Convert to admin', participant: ben, endpoint: convertToAdmin, done: /is an admin now/ },
  { name: 'Remove from workspace', participant: ben, endpoint: removeParticipant, done: /was removed/ },
  { name: 'Revoke the invitation', participant: invited, endpoint: revokeInvite, done: /can no longer use/ },
])('$name needs a confirmation', async ({ name, participant, endpoint, done }) => {
  const { api, person, choose } = show(participant)
  api.answer(endpoint, participant)
  await choose(name)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(participant.email)
  expect(api.sentTo(endpoint)).toEqual([])
  await person.click(within(dialog).getByRole('button', { name }))
  await screen.findByText(done)
  expect(api.sentTo(endpoint)).toMatchObject([
    { params: { id: ids.workspace }, body: { participantId: participant.id } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed removal keeps the dialog open, with the reason', async () => {
  const { api, person, choose } = show(ben)
  api.refuse(removeParticipant, 'participant.last-admin')
  await choose('Remove from workspace')
  const dialog = await screen.findByRole('dialog')
  await person.click(within(dialog).getByRole('button', { name: 'Remove from workspace' }))
  await within(dialog).findByText(/Failed to remove participant: You are the last active admin/)
})

test('one press sends the invitation again', async () => {
  const { api, choose } = show(invited)
  api.answer(resendInvite, invited)
  await choose('Send the invitation again')
  await screen.findByText(/got a new invitation/)
  expect(api.sentTo(resendInvite)).toMatchObject([{ body: { participantId: invited.id } }])
})
