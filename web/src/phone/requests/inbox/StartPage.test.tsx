import { waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices, type Device } from '#contract/accounts/devices.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { notePasskey } from '../../accounts/devices/keys/device-keys.ts'
import { StartPage } from './StartPage.tsx'

beforeEach(signIn)

const device: Device = {
  id: ids.request,
  kind: 'pin',
  name: 'Phone',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: null,
  disabled: false,
}
const NEXT = `/requests/${ids.request}`

const startAt = async (
  address: string,
  membership: Parameters<typeof membershipOf>[0],
  listed: Device[] | null = [],
) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf(membership)], nextCursor: null })
  if (listed) api.answer(devices, listed)
  else api.refuse(devices, 'access.denied')
  await notePasskey(ids.user, ids.request)
  const page = (
    <PhoneSessionProvider>
      <Routes>
        <Route path="/start" element={<StartPage />} />
        <Route path="*" element={null} />
      </Routes>
    </PhoneSessionProvider>
  )
  return renderAt(address, page)
}

test.each([
  ['may approve', { approver: true, requester: false }],
  ['may ask', { approver: false, requester: true }],
])('who %s and has no PIN here comes to setting it up, and knows where they were going', async (_, flags) => {
  const { address } = await startAt(`/start?next=${NEXT}`, flags)
  await waitFor(() => expect(address()).toBe(`/device?next=${NEXT}`))
})

test('a device that too many wrong PINs have disabled is set up again', async () => {
  const { address } = await startAt('/start', { approver: true }, [{ ...device, disabled: true }])
  await waitFor(() => expect(address()).toBe('/device?next=/'))
})

test.each([
  ['has a PIN here', { approver: true }, [device]],
  ['has no part in any workspace', { approver: true, requester: true, active: false }, []],
  ['may neither ask nor approve', { approver: false, requester: false }, []],
])('who %s goes on at once', async (_, flags, listed) => {
  const { address } = await startAt(`/start?next=${NEXT}`, flags, listed)
  await waitFor(() => expect(address()).toBe(NEXT))
})

test('what cannot be read stops nobody, and no other site is next', async () => {
  const { address } = await startAt('/start?next=//evil.example', { approver: true }, null)
  await waitFor(() => expect(address()).toBe('/'))
})
