import { useState } from 'react'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Field, FieldValues } from '#contract/requests/kinds.ts'
import { uploadFile } from '#contract/requests/files.ts'
import { requestApprovers } from '#contract/requests/requests.ts'
import { requestApprover } from '#contract/requests/asking.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { setLanguage } from '#shared/texts/language.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, participantOf, signIn } from '../../../testing/samples.ts'
import { useUploads } from '../files/use-uploads.ts'
import { KindFields } from './KindFields.tsx'
import { useKindFields } from './use-kind-fields.ts'

beforeEach(signIn)
afterEach(() => setLanguage('en'))

const fieldOf = (type: Field['type'], changes: Partial<Field> = {}): Field => ({
  name: type,
  label: { de: `${type} (de)`, en: type },
  type,
  required: true,
  listed: false,
  ...changes,
})

/** Shows the fields and a button that reads them. Returns the values that were read last. */
const show = (...fields: Field[]) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const read: (FieldValues | null)[] = []
  const Form = () => {
    const state = useKindFields(fields, {})
    const uploads = useUploads(ids.workspace, [])
    const [, setCount] = useState(0)
    const send = async () => {
      const { values, wrong } = await state.read()
      read.push(wrong === undefined ? values : null)
      setCount(read.length)
    }
    return (
      <>
        <KindFields workspaceId={ids.workspace} fields={fields} state={state} uploads={uploads} />
        <button type="button" onClick={() => void send()}>
          send
        </button>
      </>
    )
  }
  const { person } = renderAt('/', <Form />)
  const send = async () => {
    const before = read.length
    await person.click(screen.getByRole('button', { name: 'send' }))
    await waitFor(() => expect(read).toHaveLength(before + 1))
    return read.at(-1)
  }
  return { api, person, send }
}
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const describedAs = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)
    .join(' ')

test('an amount is sent as decimal text, and how it is read shows before', async () => {
  setLanguage('de')
  const { person, send } = show(fieldOf('amount'))
  await person.type(input('amount (de)'), '12.345')
  expect(describedAs(input('amount (de)'))).toBe('= 12.345,00\u00A0EUR')
  await person.selectOptions(screen.getByRole('combobox', { name: 'amount (de): Währung' }), 'USD')
  expect(await send()).toEqual({ amount: { value: '12345.00', currency: 'USD' } })
})

test('an amount with too many decimals says so once it is left, and no longer once it is corrected', async () => {
  const { person, send } = show(fieldOf('amount'))
  await person.type(input('amount'), '5.001')
  expect(screen.queryByText(/decimals at most/)).toBeNull()
  await person.tab()
  await screen.findByText('EUR has 2 decimals at most.')
  expect(input('amount').getAttribute('aria-invalid')).toBe('true')
  expect(await send()).toBeNull()
  await person.type(input('amount'), '{Backspace}')
  expect(screen.queryByText(/decimals at most/)).toBeNull()
  expect(await send()).toEqual({ amount: { value: '5.00', currency: 'EUR' } })
})

test('an IBAN is typed in groups of four, keeps the cursor, and is sent without spaces', async () => {
  const { person, send } = show(fieldOf('iban'))
  await person.type(input('iban'), 'de0212030000000020205')
  expect(input('iban').value).toBe('DE02 1203 0000 0000 2020 5')
  input('iban').setSelectionRange(2, 2)
  await person.keyboard('9')
  expect(input('iban').value).toBe('DE90 2120 3000 0000 0202 05')
  expect(input('iban').selectionStart).toBe(3)
  await person.keyboard('{Backspace}')
  input('iban').setSelectionRange(26, 26)
  await person.keyboard('1')
  await person.tab()
  await screen.findByText('Germany, the check digits are right')
  expect(await send()).toEqual({ iban: 'DE02120300000000202051' })
})

test.each([
  ['DE0212030000000020205', 'An IBAN of this country (Germany) has 22 characters, this one has 21.'],
  ['DE02120300000000202015', 'The check digits do not fit. Please compare each character.'],
  ['ZZ02', 'An IBAN starts with two letters for a country that has IBANs.'],
])('the IBAN %s is refused when it is left', async (typed, words) => {
  const { person } = show(fieldOf('iban'))
  await person.type(input('iban'), typed)
  await person.tab()
  await screen.findByText(words)
})

test('a date is sent as a day and shown in the reader’s language', async () => {
  setLanguage('de')
  const { person, send } = show(fieldOf('date'))
  await person.type(screen.getByLabelText('date (de)'), '2026-12-24')
  screen.getByText('Donnerstag, 24. Dezember 2026')
  expect(await send()).toEqual({ date: '2026-12-24' })
})

test('a choice is shown in the reader’s language and sent as its English text', async () => {
  setLanguage('de')
  const options = [
    { de: 'Brief', en: 'Letter' },
    { de: 'Anruf', en: 'Call' },
  ]
  const { person, send } = show(fieldOf('choice', { options }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'choice (de)' }), 'Anruf')
  expect(await send()).toEqual({ choice: 'Call' })
})

test('a person is found by name, sent by id, and can be replaced', async () => {
  const { api, person, send } = show(fieldOf('person'))
  const { id: participantId, email } = participantOf(7)
  const found = { participantId, email, hasDevice: false, notified: false, callBackNumber: null }
  api.answer(requestApprovers, [found])
  api.answer(requestApprover, { ...found, obstacle: null })
  await person.type(screen.getByRole('searchbox'), '7')
  await person.click(await screen.findByRole('button', { name: email! }))
  await within(screen.getByRole('group', { name: 'person' })).findByText(email!)
  expect(await send()).toEqual({ person: participantId })
  await person.click(screen.getByRole('button', { name: 'Choose somebody else' }))
  await person.click(screen.getByRole('searchbox'))
  await person.click(await screen.findByRole('button', { name: 'You' }))
  expect(await send()).toEqual({ person: ids.participant })
})

test('a file is uploaded when it is chosen and sent by id', async () => {
  const { api, person, send } = show(fieldOf('file'), fieldOf('file', { name: 'other', required: false }))
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const uploaded = { id: 'f1', name: '1.pdf', type: 'application/pdf' as const, size: 3, sha256 }
  api.answer(uploadFile, uploaded)
  const [first] = screen.getAllByLabelText<HTMLInputElement>('Add a file')
  await person.upload(first!, new File(['abc'], '1.pdf'))
  await screen.findByRole('button', { name: 'Remove 1.pdf' })
  expect(await send()).toEqual({ file: 'f1' })
  await person.click(screen.getByRole('button', { name: 'Remove 1.pdf' }))
  expect(await send()).toBeNull()
})

test('only required fields must be filled, and each says what is wrong with it', async () => {
  const { person, send } = show(fieldOf('line'), fieldOf('text', { required: false }))
  expect(await send()).toBeNull()
  expect(describedAs(input('line'))).toBe('Field is required.')
  await person.type(input('line'), '  Hydraulik Nord ')
  expect(await send()).toEqual({ line: 'Hydraulik Nord' })
  await person.type(input('text (optional)'), 'one{Enter}two')
  expect(await send()).toEqual({ line: 'Hydraulik Nord', text: 'one\ntwo' })
})
