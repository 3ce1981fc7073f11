import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Change } from '#contract/workspaces/change.ts'
import {
  approveChange,
  changeChallenge,
  changeDetails,
  changeList,
  refuseChange,
  withdrawChange,
} from '#contract/workspaces/changes.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, membershipOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { preparedChange } from '../../../testing/signing.ts'
import { ChangesTab } from './ChangesTab.tsx'

beforeEach(signIn)

const own = changeOf(2, { requestedBy: { participantId: ids.participant, email: 'me@example.com' } })
const passkey = {
  challenge: 'c'.repeat(43),
  rpId: 'localhost',
  userVerification: 'required' as const,
  allowCredentials: [],
}

const show = (changes: readonly Change[], opened?: Change) => {
  fakePasskeys()
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ role: 'admin' })], nextCursor: null })
  api.answer(changeList, ({ query }) =>
    changes.filter(({ state }) => query?.state === undefined || state === query.state),
  )
  if (opened) api.answer(changeDetails, opened)
  const page = renderAt(
    `/workspace?tab=changes${opened ? `&change=${opened.id}` : ''}`,
    <ChangesTab workspace={workspaceOf()} />,
  )
  const press = async (name: string) => page.person.click(await screen.findByRole('button', { name }))
  return { api, press, ...page }
}

test('lists what waits before what is decided, and opens a change in the address', async () => {
  const done = changeOf(3, { action: 'participant.promoted', state: 'done' })
  const { api, press, address } = show([done, changeOf(1)])
  api.answer(changeDetails, changeOf(1))
  const names = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Waiting 1',
    'Make person-1@example.com an approver',
    'Decided 1',
    'Make person-1@example.com an admin',
  ])
  await press('Make person-1@example.com an approver')
  expect(address()).toContain(`change=${changeOf(1).id}`)
  await screen.findByRole('dialog', { name: 'Make person-1@example.com an approver' })
})

test('signs exactly what is shown, and says that it is done', async () => {
  const change = changeOf(1)
  const { api, press } = show([change], change)
  const prepared = await preparedChange(change, passkey)
  api.answer(changeChallenge, prepared)
  api.answer(approveChange, { ...change, state: 'done' })
  await press('Approve')
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this change?' }))
  dialog.getByText('Approver')
  await press('Sign and approve')
  await screen.findByText('The change was approved and done.')
  expect(api.sentTo(approveChange)).toMatchObject([
    { body: { proof: { challenge: prepared.challenge, assertion: { id: 'aWQ' } } } },
  ])
})

test('signs nothing if the server wants another change signed', async () => {
  const change = changeOf(1)
  const { api, press } = show([change], change)
  const other = { ...change, changes: [{ field: 'role', before: 'regular user', after: 'admin' }] }
  api.answer(changeChallenge, await preparedChange(other, passkey))
  await press('Approve')
  await screen.findByText('Differences: changeHash, canonical, challenge')
  expect(screen.queryByRole('button', { name: 'Sign and approve' })).toBeNull()
  expect(api.sentTo(approveChange)).toEqual([])
})

test('without a passkey it leads to the phone page', async () => {
  const change = changeOf(1)
  const { api, press } = show([change], change)
  api.answer(changeChallenge, await preparedChange(change))
  await press('Approve')
  await screen.findByText(/^No passkey of yours can sign here/)
  screen.getByRole('button', { name: 'Open the phone page' })
  expect(screen.queryByRole('button', { name: 'Sign and approve' })).toBeNull()
})

test('an approval that comes too late says why nothing changed', async () => {
  const change = changeOf(1)
  const { api, press } = show([change], change)
  api.answer(changeChallenge, await preparedChange(change, passkey))
  api.answer(approveChange, { ...change, state: 'overtaken', overtakenBy: 'already' })
  await press('Approve')
  await press('Sign and approve')
  await screen.findByText('It was so already. This changed nothing.')
})

test('nobody decides their own change, they can withdraw it', async () => {
  const { api, press } = show([own], own)
  await screen.findByText(/Another admin must decide/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
  api.answer(withdrawChange, { ...own, state: 'withdrawn' })
  await press('Withdraw')
  expect(api.sentTo(withdrawChange)).toEqual([])
  await press('Yes, withdraw')
  await screen.findByText('The change was withdrawn.')
})

test('refuses after a question, and an error keeps the question', async () => {
  const change = changeOf(1)
  const { api, press } = show([change], change)
  api.refuse(refuseChange, 'change.closed')
  await press('Refuse')
  await press('Yes, refuse')
  await screen.findByText('This change is not waiting any more.')
  api.answer(refuseChange, { ...change, state: 'refused' })
  await press('Yes, refuse')
  await screen.findByText('The change was refused.')
})

test('who would be removed may approve, but not refuse', async () => {
  const change = changeOf(1, {
    action: 'participant.removed',
    target: { kind: 'participant', id: ids.participant, label: 'me@example.com' },
  })
  show([change], change)
  await screen.findByRole('button', { name: 'Approve' })
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
})

test.each([
  [changeOf(1, { state: 'expired' }), /^Nobody decided within seven days/],
  [changeOf(1, { state: 'overtaken', overtakenBy: 'requester-gone' }), /no longer an active admin here/],
])('an ended change says in words how it ended: $state', async (change, words) => {
  show([change], change)
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
