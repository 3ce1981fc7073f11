import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inviteParticipants, type InvitedRow } from '#contract/workspaces/invitations.ts'
import { refresh } from '#contract/accounts/sessions.ts'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { onSessionEnd } from '#shared/api/api.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { countsOf, ids, participantOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { InviteTab } from './InviteTab.tsx'

beforeEach(() => {
  localStorage.clear()
  signIn()
})

const list = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'E-mail addresses' })
const submit = () => screen.getByRole('button', { name: /^Invite( \d+)?$/ })
const shown = (title: string) =>
  within(screen.getByRole('list', { name: title }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

const show = async (changes: Partial<Workspace> = {}, seats: ParticipantCounts['seats'] = null) => {
  const api = fakeApi()
  api.answer(participantCounts, countsOf({ seats }))
  const { person } = renderAt('/workspace', <InviteTab workspace={workspaceOf(changes)} />)
  await person.click(screen.getByRole('button', { name: 'Invite several at once' }))
  await screen.findByRole('textbox', { name: 'E-mail addresses' })
  return { api, person }
}
const toldOf = (row: number, email: string, reason: InvitedRow['reason'] = null): InvitedRow => {
  const participant = reason ? null : participantOf(row)
  const outcome = reason === 'participant.exists' ? 'already' : reason ? 'invalid' : 'invited'
  return { row, email, outcome, reason, participant }
}

test('with all seats taken nothing is sent, and the button says why', async () => {
  const { api, person } = await show({}, { total: 10, taken: 10, isNearlyFull: true })
  await screen.findByText('All 10 seats are taken.')
  await person.click(list())
  await person.paste('ada@b.org')
  await screen.findByText('1 can be invited.')
  await person.click(submit())
  expect(screen.getByRole('button', { description: /^No seat is free/ })).toBe(submit())
  expect(api.sentTo(inviteParticipants)).toEqual([])
})

test('valid rows are sent with the common choices, invalid rows are not, and each row shows its result', async () => {
  const { api, person } = await show()
  api.answer(inviteParticipants, {
    results: [
      toldOf(1, 'ada@b.org'),
      toldOf(2, 'ben@b.org', 'participant.exists'),
      toldOf(3, 'eva@b.org', 'rate.exceeded'),
      toldOf(4, 'ida@b.org', 'invitation.too-often'),
    ],
  })
  await person.click(list())
  await person.paste('ada@b.org\nno address\nBen <ben@b.org>; eva@b.org; ida@b.org')
  await screen.findByText('4 can be invited, 1 cannot.')
  expect(shown('4 can be invited, 1 cannot.')).toEqual([
    'Line 2no addressPlease enter a valid email address.not invited',
    'Line 1ada@b.orgApprover, Requester',
    'Line 3Ben ben@b.orgApprover, Requester',
    'Line 3eva@b.orgApprover, Requester',
    'Line 3ida@b.orgApprover, Requester',
  ])
  await person.click(screen.getByRole('checkbox', { name: 'Requester' }))
  await person.click(submit())
  await screen.findByText('1 invited, 1 already there, 3 not invited.')
  const given = { role: 'regular user', approver: true, requester: false }
  expect(api.sentTo(inviteParticipants)).toMatchObject([
    {
      params: { id: ids.workspace },
      body: {
        participants: ['ada', 'ben', 'eva', 'ida'].map((name) => ({ email: `${name}@b.org`, ...given })),
      },
    },
  ])
  expect(shown('1 invited, 1 already there, 3 not invited.')).toEqual([
    'Line 2no addressPlease enter a valid email address.not invited',
    'Line 3ben@b.orgAlready a participant, or has an open invitation.already there',
    expect.stringMatching(/^Line 3eva@b.orgYou can send 50 invitations per hour.*not invited$/),
    'Line 3ida@b.orgThis address got five invitations within a day. Try again tomorrow.not invited',
    'Line 1ada@b.orginvited',
  ])
  // A line with one row that is left stays whole: the others are known by now.
  expect(list().value).toBe('no address\nBen <ben@b.org>; eva@b.org; ida@b.org')
})

test('a CSV file sets role and rights per row; after success the list is empty and the result has the focus', async () => {
  const { api, person } = await show()
  api.answer(inviteParticipants, { results: [toldOf(1, 'ada@b.org'), toldOf(2, 'ben@b.org')] })
  const csv = '\ufeffE-Mail;Rolle;Freigebend;Anfragend\r\nada@b.org;Admin;nein;nein\r\nben@b.org;;;ja\r\n'
  await person.upload(
    screen.getByLabelText('Choose an Excel or CSV file', { selector: 'input' }),
    new File([csv], 'people.csv'),
  )
  await waitFor(() => expect(shown('2 can be invited.')).toHaveLength(2))
  screen.getByText(/^Columns:/)
  expect(shown('2 can be invited.')).toEqual(['Line 2ada@b.orgAdmin', 'Line 3ben@b.orgRequester'])
  await person.click(submit())
  await waitFor(() => expect(list().value).toBe(''))
  expect(api.sentTo(inviteParticipants)).toMatchObject([
    {
      body: {
        participants: [
          { email: 'ada@b.org', role: 'admin', approver: false, requester: false },
          { email: 'ben@b.org', role: 'regular user', approver: false, requester: true },
        ],
      },
    },
  ])
  const told = screen.getByRole('heading', { name: '2 invited, 0 already there, 0 not invited.' })
  expect(document.activeElement).toBe(told)
  expect(shown('2 invited, 0 already there, 0 not invited.')).toHaveLength(2)
})

test('a file replaces what was typed, and that can be undone', async () => {
  const { person } = await show()
  await person.type(list(), 'ada@b.org')
  const file = new File(['email\nben@b.org'], 'people.csv')
  await person.upload(screen.getByLabelText('Choose an Excel or CSV file', { selector: 'input' }), file)
  await waitFor(() => expect(list().value).toContain('ben@b.org'))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(list().value).toBe('ada@b.org')
})

test('a file that is no spreadsheet is refused, and the list stays', async () => {
  const { person } = await show()
  await person.type(list(), 'ada@b.org')
  const file = new File(['PK of something else'], 'letter.docx')
  // The dialog of the browser offers spreadsheets only, but another file can be dropped on it.
  await userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText('Choose an Excel or CSV file', { selector: 'input' }), file)
  await screen.findByText('This file cannot be read. Save it as an Excel workbook (.xlsx) or as CSV.')
  expect(list().value).toBe('ada@b.org')
})

test('without rows or without a subscription nothing is sent, and the button says why', async () => {
  const { api, person } = await show()
  await person.click(submit())
  expect(screen.getByRole('button', { description: 'Enter at least one address.' })).toBe(submit())
  cleanup()
  const inactive = await show({ isActive: false })
  await inactive.person.type(list(), 'ada@b.org')
  await screen.findByText('1 can be invited.')
  await inactive.person.click(submit())
  expect(screen.getByRole('button', { description: 'You need a subscription to invite people.' })).toBe(
    submit(),
  )
  expect([...api.sentTo(inviteParticipants), ...inactive.api.sentTo(inviteParticipants)]).toEqual([])
})

test('the list survives the end of the session', async () => {
  onTestFinished(onSessionEnd(() => {}))
  const { api, person } = await show()
  api.refuse(inviteParticipants, 'session.ended')
  api.refuse(refresh, 'session.ended')
  await person.type(list(), 'ada@b.org')
  await person.click(screen.getByRole('checkbox', { name: 'Approver' }))
  await screen.findByText('1 can be invited.')
  await person.click(submit())
  await waitFor(() => expect(api.sentTo(refresh)).toHaveLength(1))
  await screen.findByRole('alert')
  cleanup()
  signIn()
  fakeApi().answer(participantCounts, countsOf())
  renderAt('/workspace', <InviteTab workspace={workspaceOf()} />)
  await waitFor(() => expect(list().value).toBe('ada@b.org'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Approver' }).checked).toBe(false)
})

test('rows that wait for a second admin say so, and count apart', async () => {
  const { api, person } = await show()
  const waiting: InvitedRow = { ...toldOf(2, 'ben@b.org'), outcome: 'waiting', participant: null }
  api.answer(inviteParticipants, { results: [toldOf(1, 'ada@b.org'), waiting] })
  await person.click(list())
  await person.paste('ada@b.org\nben@b.org')
  await screen.findByText('2 can be invited.')
  await person.click(submit())
  await screen.findByRole('heading', { name: /^1 invited, 1 waiting for a second admin/ })
})
