import { waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, phoneOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { recordPasskey } from '../../accounts/keys/device-keys.ts'
import { StartPage } from './StartPage.tsx'

beforeEach(signIn)

const device = phoneOf({ id: ids.request })
const NEXT = `/requests/${ids.request}`

const startAt = async (
  address: string,
  membership: Parameters<typeof membershipOf>[0],
  listed: (typeof device)[] | null = [],
) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf(membership)], nextCursor: null })
  if (listed) api.answer(devices, listed)
  else api.refuse(devices, 'access.denied')
  await recordPasskey(ids.user, ids.request)
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
])(
  'a user who %s and has no device here is sent to device setup, with the requested page',
  async (_, flags) => {
    const { address } = await startAt(`/start?next=${NEXT}`, flags)
    await waitFor(() => expect(address()).toBe(`/device?next=${NEXT}`))
  },
)

test('a device disabled after too many wrong PINs is set up again', async () => {
  const { address } = await startAt('/start', { approver: true }, [{ ...device, disabled: true }])
  await waitFor(() => expect(address()).toBe('/device?next=/'))
})

test.each([
  ['has a device here', { approver: true }, [device]],
  ['is in no active workspace', { approver: true, requester: true, active: false }, []],
  ['may neither ask nor approve', { approver: false, requester: false }, []],
])('a user who %s continues at once', async (_, flags, listed) => {
  const { address } = await startAt(`/start?next=${NEXT}`, flags, listed)
  await waitFor(() => expect(address()).toBe(NEXT))
})

test('continues if something cannot be read, and never to another site', async () => {
  const { address } = await startAt('/start?next=//evil.example', { approver: true }, null)
  await waitFor(() => expect(address()).toBe('/'))
})
