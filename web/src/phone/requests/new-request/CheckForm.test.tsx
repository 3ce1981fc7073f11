import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { requestApprover } from '#contract/requests/asking.ts'
import { devices, type Device } from '#contract/accounts/devices.ts'
import {
  createRequest,
  prepareRequest,
  requestApprovers,
  type SignedContent,
} from '#contract/requests/requests.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, participantOf, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { CheckForm } from './CheckForm.tsx'

beforeEach(signIn)

const PIN = '246810'
const { id: approverId, email } = participantOf(1)
const start = () => screen.findByRole('button', { name: 'Sign and show the number' })

const NUMBER = '+498912345'
const other = { participantId: participantOf(2).id, email: participantOf(2).email }
const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: `I called back on ${NUMBER}` })

const showForm = async (
  own: readonly Device[] | null = null,
  hasDevice = true,
  callBackNumber: string | null = null,
) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(devices, [...(own ?? [pin])])
  api.answer(requestApprovers, [
    { participantId: approverId, email, hasDevice, notified: true, callBackNumber },
    { ...other, hasDevice, notified: true, callBackNumber: null },
  ])
  const one = { participantId: approverId, email, hasDevice, notified: true, callBackNumber: null }
  api.answer(requestApprover, { ...one, obstacle: null })
  const onCreated = vi.fn()
  const form = (
    <PhoneSessionProvider>
      <CheckForm membership={membershipOf()} onCreated={onCreated} />
    </PhoneSessionProvider>
  )
  const { person } = renderAt('/new', form)
  const choose = async () => {
    const who = await screen.findByRole('combobox', { name: 'Who is in the call with you?' })
    await person.selectOptions(who, approverId)
    await person.click(screen.getByRole('radio', { name: 'A payment' }))
    await person.click(screen.getByRole('radio', { name: 'I was called' }))
  }
  const chooseCallBack = async () => {
    await choose()
    await person.click(screen.getByRole('radio', { name: 'I called' }))
    await person.click(tick()!)
  }
  return { api, person, onCreated, choose, chooseCallBack }
}
const showFormWithNumber = () => showForm(null, true, NUMBER)

/** The server's answer to a check with this title, with `change` applied. */
const prepared = (title: string, change: Partial<SignedContent> = {}) =>
  preparedOf(requestOf(1, { type: 'verification', title, expiresAt: '2026-03-01T12:05:00.000Z' }), {
    v: 2,
    asks: { kind: 'payment' },
    call: 'was-called',
    calledBack: false,
    kind: 'creation',
    approverId,
    ...change,
  })

test('signs the check before it is sent, including the typed title', async () => {
  const { api, person, onCreated, choose } = await showForm()
  const answer = await prepared('New account')
  api.answer(prepareRequest, answer)
  const created = requestOf(1, { type: 'verification', number: '47' })
  api.answer(createRequest, created)
  await choose()
  await person.type(screen.getByRole('textbox', { name: 'What is the call about?' }), ' New account ')
  await person.click(await start())
  const pin = await screen.findByLabelText('PIN of this device')
  expect(screen.getByRole('dialog').textContent).toContain(`To ${email}`)
  expect(api.sentTo(createRequest)).toEqual([])
  await person.type(pin, `${PIN}{Enter}`)
  await waitFor(() => expect(onCreated.mock.calls[0]?.[0]).toEqual(created))
  const body = {
    type: 'verification',
    title: 'New account',
    approverId,
    asks: { kind: 'payment' },
    call: 'was-called',
  }
  expect(api.sentTo(prepareRequest)).toMatchObject([{ params: { workspaceId: ids.workspace }, body }])
  expect(api.sentTo(createRequest)).toMatchObject([
    { params: { id: ids.workspace }, body: { ...body, proof: { pin: PIN, challenge: answer.challenge } } },
  ])
})

test('a check whose answer is lost is sent again unchanged and created once', async () => {
  const { api, person, onCreated, choose } = await showForm()
  api.answer(prepareRequest, await prepared('New account'))
  api.lose(createRequest)
  await choose()
  const field = screen.getByRole('textbox', { name: 'What is the call about?' })
  await person.type(field, 'New account')
  await person.click(await start())
  await person.type(await screen.findByLabelText('PIN of this device'), `${PIN}{Enter}`)
  await screen.findByRole('button', { name: 'Send again' })
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await person.type(field, ' and more')
  const created = requestOf(1, { type: 'verification', number: '47' })
  api.answer(createRequest, created)
  await person.click(await start())
  expect(screen.getByRole('dialog').textContent).not.toContain('and more')
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(onCreated.mock.calls[0]?.[0]).toEqual(created))
  const [first, second] = api.sentTo(createRequest)
  expect(second).toEqual(first)
  expect(api.keysOf(createRequest)).toEqual([2])
  expect(api.sentTo(prepareRequest)).toHaveLength(1)
})

test('the title is optional', async () => {
  const { api, person, choose } = await showForm()
  api.answer(prepareRequest, await prepared('Check in a call'))
  await choose()
  await person.click(await start())
  await screen.findByLabelText('PIN of this device')
})

test.each<[string, Partial<SignedContent>]>([
  ['another colleague', { approverId: ids.user }],
  ['a longer time', { expiresAt: '2026-03-01T13:00:00.000Z' }],
  ['an approval', { kind: 'approval' }],
  ['another answer to who called whom', { call: 'i-called' }],
  ['something else to ask for', { asks: { kind: 'reset' } }],
  ['a call-back that nobody ticked', { calledBack: true }],
])('does not sign if the server returns %s', async (_, change) => {
  const { api, person, choose } = await showForm()
  api.answer(prepareRequest, await prepared('Check in a call', change))
  await choose()
  await person.click(await start())
  expect((await screen.findByRole('alert')).textContent).toContain('Not signed')
  expect(screen.queryByLabelText('PIN of this device')).toBeNull()
})

test('shows which colleague has no device', async () => {
  const { choose } = await showForm(null, false)
  await screen.findByRole('option', { name: `${email} (no device yet)` })
  await choose()
  await screen.findByText(/^person-1 has no device that signs/)
  expect(screen.queryByText(/Your colleague cannot answer without a device/)).toBeNull()
})

test('a check that would be refused is not prepared, and the reason takes the focus', async () => {
  const { api, person, choose } = await showForm()
  const one = { participantId: approverId, email, hasDevice: true, notified: true, callBackNumber: null }
  api.answer(requestApprover, { ...one, obstacle: { code: 'call.locked', until: null, requestId: null } })
  await choose()
  const reason = await screen.findByText(/your call checks are locked/)
  await person.click(await start())
  expect(document.activeElement?.contains(reason)).toBe(true)
  expect(api.sentTo(prepareRequest)).toEqual([])
})

test('a colleague whom the check does not reach at once can still be asked', async () => {
  const { api, person, choose } = await showForm()
  const one = { participantId: approverId, email, hasDevice: true, notified: false, callBackNumber: null }
  api.answer(requestApprover, { ...one, obstacle: null })
  api.answer(prepareRequest, await prepared('Check in a call'))
  await choose()
  await screen.findByText(/^person-1 gets no notification/)
  await person.click(await start())
  await screen.findByLabelText('PIN of this device')
})

test('without a device, links to device setup and back', async () => {
  await showForm([])
  const link = await screen.findByRole('link', { name: 'Set up this device' })
  expect(link.getAttribute('href')).toBe(`/device?next=/new/check/${ids.workspace}`)
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('shows a refusal and keeps the typed text', async () => {
  const { api, person, choose } = await showForm()
  api.refuse(prepareRequest, 'approver.unavailable')
  await choose()
  const about = screen.getByRole('textbox', { name: 'What is the call about?' })
  await person.type(about, 'New account')
  await person.click(await start())
  await screen.findByRole('alert')
  expect((about as HTMLInputElement).value).toBe('New account')
})

test('says what to do where several colleagues check this person at once', async () => {
  const { api, person, choose } = await showForm()
  api.refuse(prepareRequest, 'request.limit', [{ of: 'approver' }])
  await choose()
  await person.click(await start())
  expect((await screen.findByRole('alert')).textContent).toMatch(/Hang up, pay nothing, and call back/)
})

test('requires a colleague before signing', async () => {
  const { api, person } = await showForm()
  await person.click(await start())
  const who = screen.getByRole('combobox', { name: 'Who is in the call with you?' })
  const words = screen.getByText('Please choose who is in the call with you.')
  expect(who.getAttribute('aria-describedby')).toContain(words.id)
  expect(document.activeElement).toBe(who)
  expect(api.sentTo(prepareRequest)).toEqual([])
})

test('requires what is asked for and who called whom before signing', async () => {
  const { api, person } = await showForm()
  const who = await screen.findByRole('combobox', { name: 'Who is in the call with you?' })
  await person.selectOptions(who, approverId)
  await person.click(await start())
  screen.getByText('Please choose what the caller asks for.')
  screen.getByText('Please choose who called whom.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'A payment' }))
  expect(api.sentTo(prepareRequest)).toEqual([])
})

test('a reload in the form keeps who is in the call, what is asked for, the sentence, who called and the tick', async () => {
  const { person, chooseCallBack } = await showFormWithNumber()
  await chooseCallBack()
  await person.type(screen.getByRole('textbox'), 'Pay 4,800 euros')
  fireEvent(window, new Event('pagehide'))
  const kept = JSON.stringify({ ...sessionStorage })
  for (const typed of [approverId, 'payment', 'i-called', 'Pay 4,800 euros']) expect(kept).toContain(typed)
  cleanup()
  for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
    sessionStorage.setItem(key, value)
  await showFormWithNumber()
  const sentence = await screen.findByRole<HTMLInputElement>('textbox')
  expect(sentence.value).toBe('Pay 4,800 euros')
  for (const name of ['A payment', 'I called'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true)
  expect(tick()?.checked).toBe(true)
  const who = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who is in the call with you?' })
  expect(who.value).toBe(approverId)
})

test('the number on file of the chosen colleague can be called with a tap; a colleague without one shows none', async () => {
  const { person, choose } = await showFormWithNumber()
  expect(screen.queryByRole('link', { name: NUMBER })).toBeNull()
  await choose()
  expect(screen.getByRole('link', { name: NUMBER }).getAttribute('href')).toBe(`tel:${NUMBER}`)
  await person.selectOptions(screen.getByRole('combobox'), other.participantId)
  expect(screen.queryByRole('link', { name: NUMBER })).toBeNull()
})

test('only who called a number on file can say that they called back', async () => {
  const { person, choose } = await showFormWithNumber()
  await choose()
  for (const way of ['I was called', 'We are in a video meeting', 'We are side by side']) {
    await person.click(screen.getByRole('radio', { name: way }))
    expect(tick()).toBeNull()
  }
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  expect(tick()?.checked).toBe(false)
  await person.selectOptions(screen.getByRole('combobox'), other.participantId)
  expect(tick()).toBeNull()
})

test('a call-back is prepared, shown, signed and sent', async () => {
  const { api, person, chooseCallBack } = await showFormWithNumber()
  api.answer(prepareRequest, await prepared('Check in a call', { call: 'i-called', calledBack: true }))
  api.answer(createRequest, requestOf(1, { type: 'verification', number: '47' }))
  await chooseCallBack()
  await person.click(await start())
  const pin = await screen.findByLabelText('PIN of this device')
  expect(screen.getByRole('dialog').textContent).toContain('called back on the number on file')
  await person.type(pin, `${PIN}{Enter}`)
  const body = { call: 'i-called', calledBack: true }
  await waitFor(() => expect(api.sentTo(createRequest)).toMatchObject([{ body }]))
  expect(api.sentTo(prepareRequest)).toMatchObject([{ body }])
})

test('nothing is signed if the server leaves the call-back out', async () => {
  const { api, person, chooseCallBack } = await showFormWithNumber()
  api.answer(prepareRequest, await prepared('Check in a call', { call: 'i-called' }))
  await chooseCallBack()
  await person.click(await start())
  expect((await screen.findByRole('alert')).textContent).toContain('Not signed')
})

test('the tick goes with another colleague, and with another answer to who called', async () => {
  const { person, chooseCallBack } = await showFormWithNumber()
  await chooseCallBack()
  const who = screen.getByRole('combobox')
  for (const id of [other.participantId, approverId]) await person.selectOptions(who, id)
  expect(tick()?.checked).toBe(false)
  await person.click(tick()!)
  for (const name of ['I was called', 'I called']) await person.click(screen.getByRole('radio', { name }))
  expect(tick()?.checked).toBe(false)
})

test('a call-back that the server does not take keeps what was typed and ticked', async () => {
  const { api, person, chooseCallBack } = await showFormWithNumber()
  api.refuse(prepareRequest, 'call.no-number')
  await chooseCallBack()
  const about = screen.getByRole<HTMLInputElement>('textbox')
  await person.type(about, 'New account')
  await person.click(await start())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'No number on file for this person counts yet',
  )
  expect(about.value).toBe('New account')
  expect(tick()?.checked).toBe(true)
})
