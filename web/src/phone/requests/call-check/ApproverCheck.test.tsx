import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { approveRequest, denyRequest, requestChallenge } from '#contract/requests/decisions.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { keepDraft } from '#shared/session/drafts.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { RequestPage } from '../page/RequestPage.tsx'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { Route, Routes } from 'react-router-dom'

beforeEach(signIn)
afterEach(() => sessionStorage.clear())

const lena = { participantId: ids.user, email: 'lena@example.com' }
const me = { participantId: ids.participant, email: 'me@example.com' }
const check = requestOf(1, { type: 'verification', title: 'New bank account', requester: lena })
const PIN = '246810'

const number = () => screen.getByLabelText<HTMLInputElement>('Which number do you hear?')
const findNumber = () => screen.findByLabelText<HTMLInputElement>('Which number do you hear?')
const confirm = () => screen.getByRole('button', { name: 'Confirm' })

const answer = async (asked: Request = check, { hasDevice = true, inbox = [asked] } = {}) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(devices, hasDevice ? [pin] : [])
  api.answer(requestDetails, asked)
  api.answer(requestInbox, inbox)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
  api.answer(requestChallenge, await preparedOf(check))
  const { person, readAgain } = renderAt(
    `/requests/${check.id}`,
    <PhoneSessionProvider>
      <Routes>
        <Route path="/requests/:id" element={<RequestPage />} />
      </Routes>
    </PhoneSessionProvider>,
  )
  await screen.findByRole('heading', { name: 'Is lena talking to you right now?' })
  if (!asked.asks) await screen.findByRole('button', { name: 'Confirm' })
  const sign = async () => person.type(await screen.findByLabelText('PIN of this device'), `${PIN}{Enter}`)
  return { api, person, sign, readAgain }
}

test('requires both digits before signing', async () => {
  const { api, person } = await answer()
  await person.click(screen.getByRole('button', { name: '4' }))
  await person.click(confirm())
  expect(screen.getByText('Please enter both digits.').id).toBe(number().getAttribute('aria-describedby'))
  expect(document.activeElement).toBe(number())
  expect(api.sentTo(requestChallenge)).toEqual([])
})

test('sends the typed number with the signature, and shows only the server’s verdict', async () => {
  const { api, person, sign } = await answer()
  const done: Partial<Request> = { status: 'approved', assurance: 'pin', decidedBy: me }
  api.answer(approveRequest, () => {
    api.answer(requestDetails, { ...check, ...done })
    return { ...check, ...done }
  })
  expect(document.body.textContent).not.toMatch(/verified/i)
  await person.type(number(), '4x7{Enter}')
  await sign()
  const heading = await screen.findByRole('heading', { name: 'The phone of lena has your answer' })
  expect(document.activeElement).toBe(heading)
  expect(api.sentTo(approveRequest)).toMatchObject([{ body: { number: '47', proof: { pin: PIN } } }])
})

test('a wrong number clears and focuses the field, and the next one is signed again', async () => {
  const { api, person, sign } = await answer()
  api.refuse(approveRequest, 'number.wrong')
  await person.type(number(), '46{Enter}')
  await sign()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/number is wrong.*1 try is left/))
  // The error is below the number, so the bar with both buttons does not grow.
  expect(screen.getByRole('alert').id).toBe(number().getAttribute('aria-describedby'))
  await waitFor(() => expect(document.activeElement).toBe(number()))
  expect(number().value).toBe('')
  expect(screen.queryByRole('dialog')).toBeNull()
  await person.type(number(), '47{Enter}')
  await sign()
  await waitFor(() => expect(api.sentTo(approveRequest)).toHaveLength(2))
  expect(api.sentTo(requestChallenge)).toHaveLength(2)
})

test('a wrong number with a lost answer is sent again unchanged and counts as one try', async () => {
  const { api, person, sign } = await answer()
  api.lose(approveRequest)
  await person.type(number(), '46{Enter}')
  await sign()
  await screen.findByRole('button', { name: 'Send again' })
  expect(screen.queryByLabelText('PIN of this device')).toBeNull()
  // Another number typed meanwhile is not sent before the first one is answered.
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await person.type(number(), '{Backspace}7{Enter}')
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(api.sentTo(approveRequest)).toHaveLength(2))
  api.refuse(approveRequest, 'number.wrong')
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/number is wrong.*1 try is left/))
  expect(number().value).toBe('')
  const [first, ...others] = api.sentTo(approveRequest)
  expect(others).toEqual([first, first])
  expect(first?.body.number).toBe('46')
  expect(api.sentTo(requestChallenge)).toHaveLength(1)
  // After an answer, the next number is a new try.
  await person.type(number(), '47{Enter}')
  await sign()
  await waitFor(() => expect(api.keysOf(approveRequest)).toEqual([3, 1]))
})

test('a second wrong number closes the check, and the page says why', async () => {
  const { api, person, sign } = await answer()
  const closed = { ...check, status: 'declined', closedReason: 'code-mismatch' } as const
  api.refuse(approveRequest, 'number.wrong')
  await person.type(number(), '46{Enter}')
  api.answer(requestDetails, closed)
  await sign()
  await screen.findByRole('heading', { name: 'Closed: wrong number. Hang up, and pay nothing' })
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('offers to decline and to report', async () => {
  const { person } = await answer()
  expect(screen.getByRole('link', { name: 'This was not me' }).getAttribute('href')).toBe(
    `/requests/${check.id}/report`,
  )
  await person.click(screen.getByRole('button', { name: 'Decline' }))
  expect(screen.getByRole('dialog', { name: 'Decline' }).textContent).toContain('New bank account')
})

const described: Request = { ...check, asks: { kind: 'payment' }, call: null }
const content = {
  v: 2,
  asks: { kind: 'payment' },
  call: { requester: 'was-called', approver: 'i-called' },
  calledBack: false,
} as const

test('asks who called whom before anything else, and sends the answer with the signature', async () => {
  const { api, person, sign } = await answer(described)
  expect(document.body.textContent).not.toContain(described.title)
  expect(screen.queryByLabelText('Which number do you hear?')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  api.answer(requestChallenge, await preparedOf(described, content))
  const done = { ...described, status: 'approved', assurance: 'pin', decidedBy: me } as const
  api.answer(approveRequest, () => {
    api.answer(requestDetails, done)
    return done
  })
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  screen.getByText('lena@example.com says that you are asking for:')
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  expect(document.activeElement).toBe(await findNumber())
  await person.keyboard('47')
  await person.click(await screen.findByRole('button', { name: 'Confirm' }))
  await sign()
  await screen.findByRole('heading', { name: 'lena knows that you ask for this' })
  for (const sent of api.sentTo(requestChallenge)) expect(sent).toMatchObject({ body: { call: 'i-called' } })
  expect(api.sentTo(approveRequest)).toMatchObject([{ body: { number: '47', call: 'i-called' } }])
})

test('the sheet shows the requester’s answer beside the approver’s before it is signed, and not earlier', async () => {
  const { api, person } = await answer(described)
  api.answer(requestChallenge, await preparedOf(described, { ...content, calledBack: true }))
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  await person.type(await findNumber(), '47')
  expect(document.body.textContent).not.toContain('lena says: ')
  await person.click(await screen.findByRole('button', { name: 'Confirm' }))
  const sheet = await screen.findByRole('dialog', { name: 'Sign and confirm' })
  for (const words of ['You say: “I called”', 'lena says: “I was called”', 'lena called back', 'A payment'])
    expect(sheet.textContent).toContain(words)
})

test('two who both say that they called are asked once more, before a number is typed', async () => {
  const { api, person } = await answer(described)
  api.refuse(requestChallenge, 'call.unclear')
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  await screen.findByText(/You both say that you made the call/)
  expect(screen.queryByLabelText('Which number do you hear?')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'I called' }).checked).toBe(false)
})

test('two who were both called are told to hang up before a number is typed', async () => {
  const { api, person } = await answer(described)
  const closed = { ...described, status: 'declined', closedReason: 'both-called' } as const
  api.refuse(requestChallenge, 'call.both-called')
  await person.click(screen.getByRole('radio', { name: 'I was called' }))
  api.answer(requestDetails, closed)
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  await screen.findByRole('heading', { name: 'Both were called: hang up, and pay nothing' })
  expect(api.sentTo(requestChallenge)).toMatchObject([{ body: { call: 'was-called' } }])
})

test('a yes goes on to the number while the server does not answer', async () => {
  const { api, person } = await answer(described)
  api.lose(requestChallenge)
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  await findNumber()
})

test('denying the claim asks first, and sends the answer to who called whom', async () => {
  const { api, person } = await answer(described)
  const closed = { ...described, status: 'declined', closedReason: 'claim-denied' } as const
  api.answer(denyRequest, () => {
    api.answer(requestDetails, closed)
    return closed
  })
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(
    await screen.findByRole('button', { name: 'I am talking to lena, but I did not ask for this' }),
  )
  expect(api.sentTo(denyRequest)).toEqual([])
  await person.click(await screen.findByRole('button', { name: 'I did not ask for this' }))
  await screen.findByRole('heading', { name: 'Not asked for: hang up, and pay nothing' })
  expect(api.sentTo(denyRequest)).toMatchObject([{ body: { call: 'i-called' } }])
})

test('a check without a usable device offers the same two noes as any other, and no decline', async () => {
  const { api, person } = await answer(described, { hasDevice: false })
  const closed = { ...described, status: 'declined', closedReason: 'claim-denied' } as const
  api.answer(denyRequest, () => {
    api.answer(requestDetails, closed)
    return closed
  })
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  await screen.findByRole('link', { name: 'Set up this device' })
  screen.getByText(/The other answers need no device\.$/)
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  const notTalking = screen.getByRole('link', { name: 'I am not talking to lena' })
  expect(notTalking.getAttribute('href')).toBe(`/requests/${check.id}/report`)
  await person.click(screen.getByRole('button', { name: /^I am talking to lena, but/ }))
  await person.click(await screen.findByRole('button', { name: 'I did not ask for this' }))
  await screen.findByRole('heading', { name: 'Not asked for: hang up, and pay nothing' })
  expect(api.sentTo(denyRequest)).toMatchObject([{ body: { call: 'i-called' } }])
})

test('a reload keeps the answer to who called whom', async () => {
  keepDraft(ids.user, `who-called ${check.id}`, 'video')
  await answer(described)
  await screen.findByRole('button', { name: 'Yes, I am asking for this' })
})

test('warns while several colleagues check a call with this person at once', async () => {
  const from = (n: number, participantId: string) =>
    requestOf(n, {
      type: 'verification',
      requester: { participantId, email: `${n}@example.com` },
      approver: { participantId: ids.request, email: 'me@example.com' },
    })
  const two = [from(1, ids.user), from(2, ids.participant), from(3, ids.participant)]
  const warning = () => screen.queryByRole('alert')?.textContent
  const { api, readAgain } = await answer(check, { inbox: two })
  expect(warning()).toBeUndefined()
  api.answer(requestInbox, [...two, from(4, ids.workspace)])
  await readAgain()
  await waitFor(() => expect(warning()).toMatch(/^Several people .*Somebody may be pretending to be you/))
})

test('what was a drill ends with the first “yes”, without a number', async () => {
  const { api, person } = await answer(described)
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  api.answer(requestDetails, { ...described, status: 'declined', drill: { answer: 'yes', byPerson: false } })
  api.refuse(requestChallenge, 'request.drill')
  await person.click(screen.getByRole('button', { name: 'Yes, I am asking for this' }))
  const heading = await screen.findByRole('heading', { name: /^This was a drill: you said yes/ })
  expect(document.activeElement).toBe(heading)
  screen.getByText('Your admins see at most how many answered right, and not who.')
  expect(screen.queryByLabelText('Which number do you hear?')).toBeNull()
  expect(screen.queryByRole('link', { name: /this was not me/i })).toBeNull()
  expect(api.sentTo(requestChallenge)).toMatchObject([{ body: { call: 'i-called' } }])
})

test('a drill says after a refusal that it was one, and that admins see the answer where they do', async () => {
  const { api, person } = await answer(described)
  const done = { ...described, status: 'declined', drill: { answer: 'not-asked', byPerson: true } } as const
  api.answer(denyRequest, () => {
    api.answer(requestDetails, done)
    return done
  })
  await person.click(screen.getByRole('radio', { name: 'I called' }))
  await person.click(screen.getByRole('button', { name: /^I am talking to lena, but/ }))
  await person.click(await screen.findByRole('button', { name: 'I did not ask for this' }))
  await screen.findByRole('heading', { name: 'This was a drill, and you did it right' })
  screen.getByText('Your admins see how each person answered.')
})
