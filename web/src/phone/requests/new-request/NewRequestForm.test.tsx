import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createRequest, requestApprovers } from '#contract/requests/requests.ts'
import { uploadFile } from '#contract/requests/files.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { keepDrafts } from '#shared/session/drafts.ts'
import { setToken } from '#shared/session/session.ts'
import { requestOf } from '../../../testing/request-samples.ts'
import { idOf, ids, participantOf, signIn } from '../../../testing/samples.ts'
import type { Approver } from './approver-query.ts'
import { NewRequestForm } from './NewRequestForm.tsx'

const approverOf = (number: number) => {
  const { id, email } = participantOf(number)
  return { participantId: id, email, hasDevice: true, notified: true, callBackNumber: null }
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const send = () => screen.getByRole('button', { name: 'Send request' })

beforeEach(signIn)

const showForm = (
  approvers: Approver[] = [approverOf(1), approverOf(2)],
  headers = {},
  kinds: Kind[] = [],
) => {
  const api = fakeApi()
  api.answer(requestApprovers, approvers, headers)
  const onCreated = vi.fn()
  const { person } = renderAt(
    '/new',
    <NewRequestForm workspaceId={ids.workspace} kinds={kinds} onCreated={onCreated} />,
  )
  return { api, person, onCreated }
}

test('by default asks any approver, for seven days, without empty fields', async () => {
  const { api, person, onCreated } = showForm()
  const created = requestOf(1)
  api.answer(createRequest, created)
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), ' Pay the harbour ')
  await person.click(send())
  await waitFor(() => expect(onCreated.mock.calls[0]?.[0]).toEqual(created))
  expect(api.sentTo(createRequest).map(({ body }) => body)).toEqual([
    { type: 'approval', title: 'Pay the harbour', expiresIn: 604_800, anyApprover: true },
  ])
})

test('sends the chosen approver and expiry', async () => {
  const { api, person } = showForm()
  api.answer(createRequest, requestOf(1))
  const who = await screen.findByRole('combobox', { name: 'Who should approve?' })
  await person.selectOptions(who, 'person-2@example.com')
  await person.click(screen.getByRole('radio', { name: '1 hour' }))
  await person.type(title(), 'Pay')
  await person.type(screen.getByRole('textbox', { name: 'Details' }), 'Invoice 7')
  await person.click(send())
  await waitFor(() => expect(api.sentTo(createRequest)).toHaveLength(1))
  const { participantId: approverId } = approverOf(2)
  expect(api.sentTo(createRequest)[0]).toMatchObject({
    params: { id: ids.workspace },
    body: { title: 'Pay', details: 'Invoice 7', expiresIn: 3_600, approverId },
  })
})

test('an approver whose name looks like another is marked in the choice', async () => {
  showForm([{ ...approverOf(1), name: 'Ben Schulz', alike: true }, approverOf(2)])
  const marked = await screen.findAllByRole('option', { name: /there is another of this name/ })
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(approverOf(1).email!),
  ])
})

test('says before sending that an approver is away until when, and who decides meanwhile', async () => {
  const deputies = [{ participantId: ids.request, email: 'frida@example.com', name: 'Frida Fink' }]
  const away = { from: '2020-03-02T08:00:00.000Z', until: '2126-03-02T08:00:00.000Z', deputies }
  const later = { ...away, from: '2125-03-02T08:00:00.000Z' }
  const { person } = showForm([
    { ...approverOf(1), absence: away },
    { ...approverOf(2), absence: later },
    { ...approverOf(3), absence: { ...away, deputies: [] } },
  ])
  const who = await screen.findByRole('combobox', { name: 'Who should approve?' })
  await person.selectOptions(who, 'person-1@example.com (away)')
  screen.getByText(/^Away until .*2126.* Meanwhile decides: .*Frida Fink.*frida@example.com/)
  await person.selectOptions(who, 'person-2@example.com')
  expect(screen.queryByText(/^Away until/)).toBeNull()
  await person.selectOptions(who, 'person-3@example.com (away)')
  screen.getByText(/^Away until .* Nobody decides for them meanwhile\./)
})

test('rejects a short title and focuses the field', async () => {
  const { api, person } = showForm()
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'ab')
  await person.click(send())
  const field = screen.getByRole('textbox', { name: 'Title', description: /3 characters at least/ })
  expect(document.activeElement).toBe(field)
  expect(api.sentTo(createRequest)).toEqual([])
})

test('a refusal keeps the typed text and reads the approvers again', async () => {
  const { api, person } = showForm()
  api.refuse(createRequest, 'approver.unavailable')
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'Pay')
  api.answer(requestApprovers, [approverOf(1), approverOf(3)])
  await person.click(send())
  expect((await screen.findByRole('alert')).textContent).toMatch(/not available at the moment/)
  await screen.findByRole('option', { name: 'person-3@example.com' })
  expect(title().value).toBe('Pay')
})

test.each([
  ['requester', /You may have 200 approvals open/],
  ['workspace', /This workspace may have 200 approvals open/],
])('says which limit refused the request, and when there is room again: %s', async (of, words) => {
  const { api, person } = showForm()
  const until = '2026-11-27T10:12:00.000Z'
  api.refuse(createRequest, 'request.limit', [{ of, most: 200, until }])
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'Pay')
  await person.click(send())
  const said = (await screen.findByRole('alert')).textContent
  expect(said).toMatch(words)
  expect(said).toMatch(/by 27\/11\/2026, .* at the latest/)
})

test('offers a search if there are many approvers', async () => {
  const { api, person } = showForm([approverOf(1)], { 'X-Next-Cursor': 'next' })
  await person.click(await screen.findByRole('button', { name: /^Who should approve/ }))
  api.answer(requestApprovers, [approverOf(7)])
  await person.type(screen.getByRole('combobox', { name: 'Search by name or e-mail address' }), '7')
  await person.click(await screen.findByRole('option', { name: 'person-7@example.com' }))
  expect(screen.getByRole('button', { name: /^Who should approve/ }).textContent).toBe('person-7@example.com')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('without approvers, says who can help', async () => {
  showForm([])
  await screen.findByText(/Nobody else can approve/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('restores the draft after the session ended, only for the same user', async () => {
  const { person } = showForm()
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'Pay the harbour')
  await person.selectOptions(screen.getByRole('combobox'), 'person-2@example.com')
  await person.click(screen.getByRole('radio', { name: '1 hour' }))
  keepDrafts()
  cleanup()
  signIn()
  showForm()
  await screen.findByDisplayValue('Pay the harbour')
  screen.getByDisplayValue('person-2@example.com')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 hour' }).checked).toBe(true)
  keepDrafts()
  cleanup()
  setToken(`x.${btoa(JSON.stringify({ sub: 'another one', role: 'admin', exp: 4_000_000_000 }))}.x`)
  showForm()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('')
  expect(sessionStorage.length).toBe(0)
})

const payment: Kind = {
  id: idOf(21),
  version: 1,
  builtIn: 'payment',
  name: { de: 'Zahlung', en: 'Payment' },
  fields: [
    { name: 'amount', label: { de: 'Betrag', en: 'Amount' }, type: 'amount', required: true, listed: true },
    { name: 'iban', label: { de: 'IBAN', en: 'IBAN' }, type: 'iban', required: true, listed: false },
    { name: 'due', label: { de: 'Fällig', en: 'Due' }, type: 'date', required: false, listed: false },
  ],
  rules: [],
}
const showPayment = async () => {
  const shown = showForm([approverOf(1)], {}, [payment])
  const { person } = shown
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Kind of request' }), 'Payment')
  return shown
}
const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('asks in the fields of the chosen kind, and sends what they hold', async () => {
  const { api, person } = await showPayment()
  api.answer(createRequest, requestOf(1))
  await person.type(title(), 'Pay')
  await person.type(textbox('Amount'), '10,000')
  await person.click(send())
  // The first that is missing gets the focus, and nothing is sent.
  await waitFor(() => expect(document.activeElement).toBe(textbox('IBAN')))
  await person.type(textbox('IBAN'), 'DE02120300000000202051')
  await person.click(send())
  await waitFor(() => expect(api.sentTo(createRequest)).toHaveLength(1))
  expect(api.sentTo(createRequest)[0]?.body).toEqual({
    type: 'approval',
    title: 'Pay',
    expiresIn: 604_800,
    anyApprover: true,
    kindId: payment.id,
    fields: { amount: { value: '10000.00', currency: 'EUR' }, iban: 'DE02120300000000202051' },
  })
})

test('a payment run asks for its file alone: the server reads the rest from it', async () => {
  const file = { name: 'run', label: { de: 'Datei', en: 'File' }, type: 'file' as const }
  const fields = [{ ...file, required: true, listed: false }, payment.fields[0]!]
  const run: Kind = { ...payment, builtIn: 'payment-run', name: { de: 'Lauf', en: 'Run' }, fields }
  const { person } = showForm([approverOf(1)], {}, [run])
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Kind of request' }), 'Run')
  await screen.findByRole('group', { name: 'File' })
  expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull()
})

test('free text is the first kind, and sends no kind', async () => {
  const { api, person } = showForm([approverOf(1)], {}, [payment])
  api.answer(createRequest, requestOf(1))
  const kind = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Kind of request' })
  expect(kind.selectedOptions[0]?.text).toBe('Free text')
  await person.type(title(), 'Pay')
  await person.click(send())
  await waitFor(() => expect(api.sentTo(createRequest)).toHaveLength(1))
  expect(api.sentTo(createRequest)[0]?.body).not.toHaveProperty('kindId')
})

test('what the server refuses in a field is said there, with the focus, and nothing typed is lost', async () => {
  const { api, person } = await showPayment()
  api.refuse(createRequest, 'input.invalid', [{ field: 'fields.iban', problem: 'is closed' }])
  await person.type(title(), 'Pay')
  await person.type(textbox('Amount'), '5')
  await person.type(textbox('IBAN'), 'DE02120300000000202051')
  await person.click(send())
  await screen.findByText('This was not accepted. Please check it.')
  expect(document.activeElement).toBe(textbox('IBAN'))
  expect(textbox('IBAN').value).toBe('DE02 1203 0000 0000 2020 51')
  expect(textbox('Amount').value).toBe('5')
})

test('the draft keeps the kind and what its fields hold', async () => {
  const { person } = await showPayment()
  await person.type(textbox('Amount'), '5,50')
  keepDrafts()
  cleanup()
  signIn()
  showForm([approverOf(1)], {}, [payment])
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })).value).toBe('5,50')
})

test('uploads files as they are chosen, sends those that were not removed, and says why one was refused', async () => {
  const { api, person } = showForm()
  const file = (name: string) => new File(['abc'], name)
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const uploads = [1, 2].map((n) => ({
    id: ids.workspace.replace(/^./, String(n)),
    name: `${n}.pdf`,
    type: 'application/pdf' as const,
    size: 3,
    sha256,
  }))
  let count = 0
  api.answer(uploadFile, () => uploads[count++]!)
  api.answer(createRequest, requestOf(1))
  const input = await screen.findByLabelText<HTMLInputElement>('Add files')
  await person.upload(input, [file('1.pdf'), file('2.pdf')])
  await person.click(await screen.findByRole('button', { name: 'Remove 1.pdf' }))
  await screen.findByRole('button', { name: 'Remove 2.pdf' })

  api.refuse(uploadFile, 'file.not-taken')
  await person.upload(input, file('page.pdf'))
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'page.pdf is neither a PDF nor a PNG, JPEG or XML file.',
  )
  const large = file('large.pdf')
  Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 })
  await person.upload(input, large)
  await screen.findByText('large.pdf is larger than 10 MiB.')

  await person.type(title(), 'Pay')
  await person.click(send())
  await waitFor(() => expect(api.sentTo(createRequest)).toHaveLength(1))
  expect(api.sentTo(createRequest)[0]).toMatchObject({ body: { files: [uploads[1]!.id] } })
})
