import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { resendInvite, revokeInvite } from '#contract/workspaces/invitations.ts'
import {
  changeActivity,
  changeApprover,
  changeRequester,
  convertToAdmin,
  participantRequests,
  removeParticipant,
} from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, participantOf, signIn } from '../../../testing/samples.ts'
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

test('one press gives a right and confirms it', async () => {
  const { api, choose } = show(ben)
  api.answer(changeRequester, { ...ben, requester: true })
  await choose('Make requester')
  await screen.findByText(/may now make requests/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(api.sentTo(changeRequester)).toMatchObject([{ body: { participantId: ben.id, value: true } }])
})

const both = { ...ben, requester: true }
const off = [
  {
    name: 'Remove approver right',
    endpoint: changeApprover,
    on: 'approver',
    counts: { requester: 9, approver: 3 },
    closes: '3 open requests that are addressed to them are closed.',
    done: /may no longer decide/,
    undone: /may now decide/,
  },
  {
    name: 'Remove requester right',
    endpoint: changeRequester,
    on: 'requester',
    counts: { requester: 1, approver: 9 },
    closes: 'One open request of theirs is closed.',
    done: /may no longer make/,
    undone: /may now make/,
  },
  {
    name: 'Set inactive',
    endpoint: changeActivity,
    on: 'active',
    counts: { requester: 2, approver: 3 },
    closes: '5 open requests, made by them or addressed to them, are closed.',
    done: /is inactive/,
    undone: /is active again/,
  },
] as const

/** Chooses the action and returns its dialog and a press of its button. */
const choosing = (name: string) => {
  const shown = show(both)
  return {
    ...shown,
    ask: async () => {
      await shown.choose(name)
      const dialog = await screen.findByRole('dialog')
      return {
        dialog,
        press: () => shown.person.click(within(dialog).getByRole('button', { name })),
      }
    },
  }
}

describe.each(off)('$name', ({ name, endpoint, on, counts, closes, done, undone }) => {
  test('asks first and says how many open requests it closes, which cannot be undone', async () => {
    const { api, ask } = choosing(name)
    api.answer(participantRequests, counts)
    api.answer(endpoint, { ...both, [on]: false })
    const { dialog, press } = await ask()
    await within(dialog).findByText(closes)
    expect(dialog.textContent).toContain(both.email)
    expect(api.sentTo(participantRequests)).toMatchObject([
      { params: { id: ids.workspace }, query: { participantId: both.id } },
    ])
    expect(api.sentTo(endpoint)).toEqual([])
    await press()
    await screen.findByText(done)
    expect(api.sentTo(endpoint)).toMatchObject([{ body: { participantId: both.id, value: false } }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('can be undone if it closes nothing', async () => {
    const { api, person, ask } = choosing(name)
    api.answer(participantRequests, { requester: 0, approver: 0 })
    api.answer(endpoint, ({ body }) => ({ ...both, [on]: body.value! }))
    const { dialog, press } = await ask()
    await within(dialog).findByText('No open request is closed.')
    await press()
    await screen.findByText(done)
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText(undone)
    expect(api.sentTo(endpoint).map(({ body }) => body)).toEqual([
      { participantId: both.id, value: false },
      { participantId: both.id, value: true },
    ])
  })
})

test('a removal asks without a number while it is counted and if it cannot be counted, and offers no undo', async () => {
  const { api, ask } = choosing('Remove approver right')
  const counted = Promise.withResolvers<never>()
  api.answer(participantRequests, () => counted.promise)
  api.answer(changeApprover, { ...both, approver: false })
  const { dialog, press } = await ask()
  await within(dialog).findByText('Counting open requests …')
  counted.reject(new TypeError('the answer is lost'))
  await within(dialog).findByText(/How many could not be counted/)
  await press()
  await screen.findByText(/may no longer decide/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('each question counts anew', async () => {
  const { api, person, ask } = choosing('Remove approver right')
  for (const count of [0, 1]) {
    api.answer(participantRequests, { requester: 0, approver: count })
    const { dialog } = await ask()
    await within(dialog).findByText(count === 0 ? /No open request/ : /One open request/)
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
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

test('shows why a right could not be given', async () => {
  const { api, choose } = show(ben)
  api.refuse(changeRequester, 'participant.pending')
  await choose('Make requester')
  await screen.findByRole('alert')
})

test('a refused removal of a right keeps the dialog open, with the reason', async () => {
  const { api, ask } = choosing('Set inactive')
  api.answer(participantRequests, { requester: 0, approver: 0 })
  api.refuse(changeActivity, 'participant.last-admin')
  const { dialog, press } = await ask()
  await press()
  await within(dialog).findByText(/You are the last active admin/)
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

test.each([
  { name: 'Convert to admin', participant: ben, endpoint: convertToAdmin },
  { name: 'Remove from workspace', participant: ben, endpoint: removeParticipant },
])(
  '$name says that it waits for a second admin, and not that it is done',
  async ({ name, participant, endpoint }) => {
    const { api, person, choose } = show(participant)
    api.wait(endpoint, changeOf(1))
    await choose(name)
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
    await screen.findByText(/^Nothing has changed yet: this waits for a second admin until/)
    expect(screen.queryByText(/is an admin now|was removed/)).toBeNull()
  },
)
