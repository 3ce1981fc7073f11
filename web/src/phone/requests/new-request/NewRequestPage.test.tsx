import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestApprover } from '#contract/requests/asking.ts'
import { devices } from '#contract/accounts/devices.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import { createRequest, requestApprovers, requestDetails, type Request } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { setLanguage } from '#shared/texts/language.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { idOf, ids, membershipOf, participantOf, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { NewRequestPage } from './NewRequestPage.tsx'

beforeEach(signIn)
afterEach(() => setLanguage('en'))

const approverOf = (number: number) => {
  const { id, email } = participantOf(number)
  return { participantId: id, email, hasDevice: true, notified: true, callBackNumber: null }
}
const [ben, carl] = [approverOf(1), approverOf(2)]

test('returns from device setup to the call check in the same workspace', async () => {
  const api = fakeApi()
  const userWorkspaces = [membershipOf(), membershipOf({ id: ids.user, name: 'Quay' })]
  api.answer(relatedWorkspaces, { userWorkspaces, nextCursor: null })
  api.answer(devices, [])
  api.answer(requestApprovers, [])
  const show = (path: string) =>
    renderAt(
      path,
      <PhoneSessionProvider>
        <Routes>
          <Route path="/new" element={<NewRequestPage />} />
          <Route path="/new/check/:workspaceId?/:approverId?" element={<NewRequestPage isCheck />} />
          <Route path="/device" element={<p>devices</p>} />
        </Routes>
      </PhoneSessionProvider>,
    )
  const { person, address } = show('/new')
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Workspace' }), 'Quay')
  await person.click(screen.getByRole('radio', { name: 'Call check' }))
  await person.click(await screen.findByRole('link', { name: 'Set up this device' }))
  const next = new URLSearchParams(address().split('?')[1]).get('next')
  show(next!)
  await screen.findByRole('heading', { name: 'Check a call' })
  await screen.findByDisplayValue('Quay')
})

const showCheck = async (path: string) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  api.answer(devices, [await pinDeviceHere()])
  api.answer(requestApprovers, [ben, carl])
  api.answer(requestApprover, ({ params }) => {
    expect(params.participantId).toBe(carl.participantId)
    return { ...carl, obstacle: null }
  })
  renderAt(
    path,
    <PhoneSessionProvider>
      <Routes>
        <Route path="/new/check/:workspaceId?/:approverId?" element={<NewRequestPage isCheck />} />
      </Routes>
    </PhoneSessionProvider>,
  )
  return api
}
const who = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who is in the call with you?' })

test('the shortcut of a colleague opens the form of a call check with the colleague chosen', async () => {
  await showCheck(`/new/check/${ids.workspace}/${carl.participantId}`)
  expect((await who()).value).toBe(carl.participantId)
  expect(screen.queryByRole('radio', { name: 'Approval' })).toBeNull()
})

test('the shortcut of the app’s icon opens the form of a call check with nobody chosen', async () => {
  await showCheck('/new/check')
  expect((await who()).value).toBe('')
})

test('a colleague who can no longer be asked is not chosen, and the form says so', async () => {
  const api = await showCheck(`/new/check/${ids.workspace}/${carl.participantId}`)
  api.refuse(requestApprover, 'participant.not-found')
  await screen.findByText(/can no longer be asked here/)
  expect((await who()).value).toBe('')
})

const showAgain = (changes: Partial<Request>) => {
  const api = fakeApi()
  const own = { requester: { participantId: ids.participant, email: null }, status: 'declined' } as const
  const ended = requestOf(1, { ...own, title: 'Pay the harbour', details: 'Invoice 7', ...changes })
  const userWorkspaces = [membershipOf({ id: ids.user, name: 'Quay' }), membershipOf()]
  api.answer(relatedWorkspaces, { userWorkspaces, nextCursor: null })
  api.answer(requestDetails, ended)
  api.answer(requestApprovers, [ben, carl])
  api.answer(requestApprover, { ...carl, obstacle: null })
  renderAt(`/new?in=${ids.workspace}&again=${ended.id}`, <NewRequestPage />)
  return api
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const whom = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who should approve?' })
const carls = { approver: { participantId: carl.participantId, email: carl.email } }

test('asks again in the fields of before, with the amount read as it was', async () => {
  setLanguage('de')
  const kind = { id: idOf(21), version: 1, name: { de: 'Zahlung', en: 'Payment' } }
  const common = { label: { de: 'Betrag', en: 'Amount' }, required: true, listed: true }
  const ofAmount = { ...common, name: 'amount', type: 'amount' as const }
  const fields = [{ ...ofAmount, value: { value: '12.345', currency: 'KWD' } }]
  const api = showAgain({ kind, fields })
  api.answer(kindList, [{ ...kind, builtIn: 'payment', fields: [ofAmount], rules: [] }])
  expect((await field('Betrag')).value).toBe('12,345\u00A0KWD')
  await screen.findByText('= 12,345 KWD')
})

test('asks again with the text, the workspace and the approver of before', async () => {
  showAgain(carls)
  expect((await field('Title')).value).toBe('Pay the harbour')
  expect((await field('Details')).value).toBe('Invoice 7')
  expect((await whom()).value).toBe(carl.participantId)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Workspace' }).value).toBe(ids.workspace)
})

test('says that the approver of before can no longer be asked', async () => {
  showAgain(carls).refuse(requestApprover, 'participant.not-found')
  await screen.findByText(/can no longer be asked here/)
  expect((await field('Title')).value).toBe('Pay the harbour')
  expect((await whom()).value).toBe('')
})

test.each<[string, Partial<Request>, RegExp]>([
  ['waits', { status: 'pending' }, /is withdrawn as soon as you send this one/],
  ['was declined', { status: 'declined' }, /Answers to the earlier one do not count here/],
])(
  'sends which request it takes the place of, and says what that does: one that %s',
  async (_, changes, words) => {
    const files = [{ id: idOf(30), name: 'a.pdf', type: 'application/pdf', size: 1, sha256: 'aa' }] as const
    const api = showAgain({ ...carls, ...changes, files: [...files] })
    api.answer(createRequest, requestOf(9))
    const title = await field('Title')
    screen.getByText(words)
    screen.getByText(/^Please attach the files again:/)
    fireEvent.change(title, { target: { value: 'Pay the quay' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(api.sentTo(createRequest)).toHaveLength(1))
    const { body } = api.sentTo(createRequest)[0]!
    expect(body).toMatchObject({ title: 'Pay the quay', replaces: requestOf(1).id })
    expect(body).not.toHaveProperty('files')
  },
)

test('a form of something that was approved meanwhile fills in and replaces nothing', async () => {
  showAgain({ ...carls, status: 'approved' })
  expect((await field('Title')).value).toBe('')
  expect(screen.queryByText(/takes the place of/)).toBeNull()
})

test('a link fills in nothing from a request of somebody else', async () => {
  showAgain({ requester: { participantId: ids.user, email: null } })
  expect((await field('Title')).value).toBe('')
})
