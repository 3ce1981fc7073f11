import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { approveMany, challengeMany, declineMany } from '#contract/requests/several.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { idOf, membershipOf, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere, preparedList } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { DecideSeveralPage } from './DecideSeveralPage.tsx'

beforeEach(signIn)

const anna = { participantId: idOf(900), email: 'anna@example.com', name: null }
const waiting = (number: number, changes: Partial<Request> = {}) =>
  requestOf(number, { requester: anna, approver: null, ...changes })
const three = [
  waiting(1, { details: 'All of it\nin two lines' }),
  waiting(2),
  waiting(3),
] as const satisfies readonly Request[]

const show = async (
  requests: readonly Request[] = three,
  hasDevice = true,
  chosen: readonly string[] = [],
) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
  api.answer(requestInbox, [...requests])
  api.answer(devices, hasDevice ? [pin] : [])
  const { person } = renderAt(
    ['/several', ...chosen].join('/'),
    <PhoneSessionProvider>
      <Routes>
        <Route path="/several/*" element={<DecideSeveralPage />} />
      </Routes>
    </PhoneSessionProvider>,
  )
  await screen.findAllByRole('checkbox')
  return { api, person }
}
const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Request ${number}`) })
const press = (name: string) => screen.findByRole('button', { name })
const resultOf = ({ id: requestId }: Request, outcome: 'approved' | 'left-out') => ({
  requestId,
  outcome,
  status: 'approved' as const,
  closedReason: null,
})

test('approves the chosen ones with one signature over what the sheet shows, and names what was left out', async () => {
  const { api, person } = await show()
  await person.click(box(1))
  await person.click(box(3))
  api.answer(challengeMany, await preparedList([three[0], three[2]]))
  await person.click(await press('Approve 2'))
  const sheet = await screen.findByRole('dialog', { name: 'Sign and approve all 2' })
  for (const text of ['Request 1', 'in two lines', 'Request 3', 'anna@example.com'])
    expect(sheet.textContent).toContain(text)
  expect(sheet.textContent).not.toContain('Request 2')
  expect(api.sentTo(challengeMany)).toMatchObject([{ body: { requestIds: [three[0].id, three[2].id] } }])
  api.answer(approveMany, { results: [resultOf(three[0], 'approved'), resultOf(three[2], 'left-out')] })
  api.answer(requestInbox, [three[1]])
  await person.type(screen.getByLabelText('PIN of this device'), '123456{Enter}')
  await screen.findByText('1 request approved.')
  const [notice] = screen
    .getAllByRole('status')
    .filter(({ textContent }) => textContent?.includes('meanwhile'))
  expect(within(notice!).getByRole('listitem').textContent).toBe('Request 3')
  await waitFor(() => expect(document.activeElement).toBe(notice))
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test.each<[string, Parameters<typeof preparedList>]>([
  ['fewer requests', [[three[0]]]],
  ['another request', [[three[0], three[1]]]],
  ['another order', [[three[2], three[0]]]],
  ['another text of one', [[three[0], { ...three[2], title: 'Pay somebody else' }]]],
  ['another count', [[three[0], three[2]], { count: 3 }]],
  ['another signer', [[three[0], three[2]], { approverUserId: idOf(77) }]],
])('signs nothing if the server wants a signature for %s', async (_, prepared) => {
  const { api, person } = await show()
  await person.click(box(1))
  await person.click(box(3))
  api.answer(challengeMany, await preparedList(...prepared))
  await person.click(await press('Approve 2'))
  expect((await screen.findByRole('alert')).textContent).toContain('Not signed')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('declines the chosen ones with one reason, without a device', async () => {
  const { api, person } = await show(three, false)
  await person.click(box(2))
  await person.click(box(3))
  await screen.findByRole('link', { name: 'Set up this device' })
  await person.click(await press('Decline'))
  const sheet = screen.getByRole('dialog', { name: 'Decline 2' })
  expect(sheet.textContent).toContain('Request 3')
  await person.type(within(sheet).getByLabelText(/^Reason/), 'Wrong month')
  const results = [three[1], three[2]].map((request) => ({
    ...resultOf(request, 'approved'),
    outcome: 'declined' as const,
  }))
  api.answer(declineMany, { results })
  await person.click(within(sheet).getByRole('button', { name: 'Yes, decline' }))
  await screen.findByText('2 requests declined.')
  const body = { requestIds: [three[1].id, three[2].id], reason: 'Wrong month' }
  expect(api.sentTo(declineMany)).toMatchObject([{ body }])
})

test('declines each with a reason of its own, or none', async () => {
  const { api, person } = await show()
  await person.click(box(1))
  await person.click(box(2))
  await person.click(await press('Decline 2'))
  await person.click(screen.getByRole('checkbox', { name: 'A reason of its own for each' }))
  await person.type(screen.getByRole('textbox', { name: 'Request 2' }), 'Wrong month')
  const results = [three[0], three[1]].map((one) => ({
    ...resultOf(one, 'approved'),
    outcome: 'declined' as const,
  }))
  api.answer(declineMany, { results })
  await person.click(screen.getByRole('button', { name: 'Yes, decline' }))
  await screen.findByText('2 requests declined.')
  const reasons = [{ requestId: three[1].id, reason: 'Wrong month' }]
  expect(api.sentTo(declineMany)).toMatchObject([
    { body: { requestIds: [three[0].id, three[1].id], reasons } },
  ])
})

test('those that were chosen on the desk are all ticked, in that order, and says how many are missing', async () => {
  const ids = [three[2].id, idOf(77), three[0].id]
  const { api, person } = await show([three[0], three[2]], false, ids)
  expect(api.sentTo(requestInbox).at(-1)).toMatchObject({ query: { ids: ids.join(',') } })
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([box(3), box(1)])
  expect(screen.getByText(/^1 of your choice was decided or closed meanwhile/)).toBeTruthy()
  const setUp = await screen.findByRole('link', { name: 'Set up this device' })
  expect(setUp.getAttribute('href')).toBe(`/device?next=/several/${three[2].id}/${three[0].id}`)
  await person.click(box(3))
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([box(1)])
})

test('offers no call checks and nothing that the person cannot decide', async () => {
  await show([
    three[0],
    waiting(4, { type: 'verification' }),
    waiting(5, { approver: { participantId: idOf(77), email: 'ben@example.com', name: null } }),
  ])
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('at most fifty are decided at once', async () => {
  const { person } = await show(Array.from({ length: 51 }, (_, i) => waiting(i + 1)))
  await person.click(await press('Tick all'))
  await press('Approve 50')
  await person.click(screen.getAllByRole('checkbox').at(-1)!)
  await screen.findByText('At most 50 can be decided at once.')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})
