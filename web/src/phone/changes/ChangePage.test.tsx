import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import type { Change } from '#contract/workspaces/change.ts'
import {
  approveChange,
  changeChallenge,
  changeDetails,
  refuseChange,
  withdrawChange,
} from '#contract/workspaces/changes.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { changeOf, ids, membershipOf, signIn } from '../../testing/samples.ts'
import { pinDeviceHere, preparedChange } from '../../testing/signing.ts'
import { PhoneSessionProvider } from '../accounts/sessions/phone-session.tsx'
import { ChangePage } from './ChangePage.tsx'

beforeEach(signIn)

const open = async (change: Change, role: 'admin' | 'regular user' = 'admin') => {
  const api = fakeApi()
  api.answer(devices, [await pinDeviceHere()])
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ role })], nextCursor: null })
  api.answer(changeDetails, change)
  const { person } = renderAt(
    `/changes/${change.id}`,
    <PhoneSessionProvider>
      <Routes>
        <Route path="/changes/:id" element={<ChangePage />} />
      </Routes>
    </PhoneSessionProvider>,
  )
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  return { api, person, press }
}

test('the sheet shows all that is signed, and the page how it ended', async () => {
  const change = changeOf(1)
  const { api, person, press } = await open(change)
  api.answer(changeChallenge, await preparedChange(change))
  api.answer(approveChange, { ...change, state: 'done' })
  await press('Approve')
  const sheet = within(await screen.findByRole('dialog'))
  sheet.getByText('Make person-1@example.com an approver')
  sheet.getByText('Approver')
  api.answer(changeDetails, { ...change, state: 'done' })
  await person.type(sheet.getByLabelText('PIN of this device'), '123456{Enter}')
  await screen.findByText('A second admin approved it, and it was done.')
  expect(api.sentTo(approveChange)).toMatchObject([{ body: { proof: { pin: '123456' } } }])
})

test('signs nothing if the server wants another change signed', async () => {
  const { api, press } = await open(changeOf(1))
  api.answer(changeChallenge, await preparedChange(changeOf(2)))
  await press('Approve')
  await screen.findByText('Differences: changeId, canonical, challenge')
  expect(api.sentTo(approveChange)).toEqual([])
})

test('refuses after a question', async () => {
  const change = changeOf(1)
  const { api, press } = await open(change)
  const refused = { ...change, state: 'refused' as const }
  api.answer(refuseChange, refused)
  await press('Refuse')
  expect(screen.queryByRole('button', { name: 'Download Beleg' })).toBeNull()
  expect(api.sentTo(refuseChange)).toEqual([])
  api.answer(changeDetails, refused)
  await press('Yes, refuse')
  await screen.findByText('A second admin refused it. Nothing has changed.')
})

test('a change that has ended has its Beleg, for admins', async () => {
  await open(changeOf(1, { state: 'done' }))
  await screen.findByRole('button', { name: 'Download Beleg' })
})

test('others get no Beleg of a change', async () => {
  await open(changeOf(1, { state: 'done' }), 'regular user')
  await screen.findByText('A second admin approved it, and it was done.')
  expect(screen.queryByRole('button', { name: 'Download Beleg' })).toBeNull()
})

test('nobody decides their own change, they can withdraw it', async () => {
  const own = changeOf(1, { requestedBy: { participantId: ids.participant, email: 'me@example.com' } })
  const { api, press } = await open(own)
  await screen.findByText(/Another admin must decide/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  const withdrawn = { ...own, state: 'withdrawn' as const }
  api.answer(withdrawChange, withdrawn)
  await press('Withdraw')
  api.answer(changeDetails, withdrawn)
  await press('Yes, withdraw')
  await screen.findByText(/withdrew it/)
})

test('only an admin of the workspace gets to decide', async () => {
  await open(changeOf(1), 'regular user')
  await screen.findByText(/^Only an active admin/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
