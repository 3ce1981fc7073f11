import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import {
  participantCounts,
  participantDevices,
  workspaceParticipants,
} from '#contract/workspaces/participants.ts'
import { stopDevice } from '#contract/accounts/waiting-devices.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { entryOf } from '../../../testing/log-samples.ts'
import { countsOf, participantOf, phoneOf, signIn, userOf, workspaceOf } from '../../../testing/samples.ts'
import { ParticipantsTab } from './ParticipantsTab.tsx'

beforeEach(signIn)

const three = [
  participantOf(2, { email: 'bo@example.com', name: 'Bo Berg', role: 'admin', requester: true }),
  participantOf(1, { email: 'ada@example.com', userId: userOf().id }),
  participantOf(3, { email: null, invite: 'expired', approver: false, active: false, joinedAt: null }),
].map((participant) => ({ participant }))

const AT = '2026-03-01T12:00:00.000Z'
const LATER = '2026-03-02T12:00:00.000Z'

const prepare = () => {
  const api = fakeApi()
  api.answer(currentUser, userOf())
  api.answer(participantCounts, countsOf())
  return {
    api,
    show: (search = '') => renderAt(`/workspace${search}`, <ParticipantsTab workspace={workspaceOf()} />),
  }
}

/** The text of each row, without checkbox, initials, menu and group headings. */
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent.replace(/^[A-Z]{2}/, ''))
        .slice(1, -1),
    )
    .filter((words) => words.length > 0)

test('each participant has a row with role and rights, and the reader is marked', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three, { 'X-Total-Count': '3' })
  show()
  await screen.findByText('ada@example.com')
  await screen.findByText('you')
  expect(rows()).toEqual([
    ['Bo Berg bo@example.com', 'ApproverRequester', 'Admin', expect.stringContaining('2026')],
    ['ada@example.comyou', 'Approver', 'Regular user', expect.stringContaining('2026')],
    ['Deleted userexpired', '–', 'Regular user', expect.stringMatching(/^invited .*2026$/)],
  ])
  expect(screen.getByText('3 of 3 shown')).toBeTruthy()
})

test('a name that looks like another is marked in the row, and the details say what to go by', async () => {
  const { api, show } = prepare()
  const people = [
    participantOf(1, { email: 'ada@example.com', name: 'Ada Byron', alike: true }),
    participantOf(2, { email: 'bo@example.com', name: 'Bo Diaz' }),
  ].map((participant) => ({ participant }))
  api.answer(workspaceParticipants, people, { 'X-Total-Count': '2' })
  api.answer(participantDevices, [])
  api.answer(workspaceHistory, { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null })
  const { person } = show()
  const marks = await screen.findAllByText('there is another of this name')
  expect(marks.map((mark) => mark.closest('tr')!.textContent)).toEqual([
    expect.stringContaining('ada@example.com'),
  ])
  await person.click(screen.getByRole('button', { name: 'Ada Byron ada@example.com' }))
  expect(
    await screen.findByText(/another person in this workspace called “Ada Byron”.* Go by the address/),
  ).toBeTruthy()
})

test.each([
  ['no-mailbox', null, 'The mail server knows no mailbox of this address.', '?tab=invite'],
  ['no-mailbox', AT, 'The mail server no longer knows this mailbox.', '?tab=invite'],
  ['given-up', null, 'The mail server did not accept our e-mail for a day.', undefined],
  ['given-up', AT, 'The mail server did not accept our last e-mail for a day.', undefined],
] as const)(
  'whom no mail reaches (%s, joined: %s) is marked in the row, and the details say what to do',
  async (undelivered, joinedAt, why, link) => {
    const { api, show } = prepare()
    const unreached = participantOf(1, { undelivered, joinedAt, invite: joinedAt ? 'accepted' : 'pending' })
    api.answer(workspaceParticipants, [{ participant: unreached }, { participant: participantOf(2) }])
    api.answer(participantDevices, [])
    api.answer(workspaceHistory, { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null })
    const { person } = show()
    const marks = await screen.findAllByText('not delivered')
    expect(marks.map((mark) => mark.closest('tr')!.textContent)).toEqual([
      expect.stringContaining('person-1@example.com'),
    ])
    await person.click(screen.getByRole('button', { name: 'person-1@example.com' }))
    await screen.findByText((text) => text.startsWith(why))
    const details = within(screen.getByRole('dialog'))
    expect(details.queryByRole('link', { name: 'Invite another address' })?.getAttribute('href')).toBe(
      link && `/workspace${link}`,
    )
  },
)

test.each([
  ['over the list', false],
  ['beside the list where it is wide', true],
])(
  'a row opens what there is to know about a person %s, and the focus comes back to it',
  async (_, isWide) => {
    const media = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }
    vi.stubGlobal('matchMedia', () => media)
    const { api, show } = prepare()
    api.answer(workspaceParticipants, three)
    const decided = (action: 'request.approved' | 'request.declined', label: string) => {
      const entry = entryOf(action === 'request.approved' ? 3 : 7)
      return { ...entry, action, target: { ...entry.target, label } }
    }
    api.answer(workspaceHistory, ({ query }) => {
      expect(query?.actor).toBe(participantOf(2).userId)
      const entry =
        query?.action === 'request.approved'
          ? decided('request.approved', 'Pay the harbour')
          : decided('request.declined', 'Pay the crane')
      return { entries: [entry], nextCursor: null, total: 1, totalIsExact: true, head: null }
    })
    api.answer(participantDevices, [
      phoneOf({ kind: 'passkey', createdAt: AT, lastUsedAt: AT }),
      phoneOf({ id: participantOf(9).id, name: null, createdAt: LATER, disabled: true, state: 'disabled' }),
    ])
    const { person } = show()
    await screen.findByText('you')
    await person.click(screen.getByRole('button', { name: 'Bo Berg bo@example.com' }))
    const details = await screen.findByRole('dialog', { name: 'Bo Berg bo@example.com' })
    expect(details.textContent).toContain('accepted')
    await waitFor(() => expect(details.textContent).toContain('Pay the crane'))
    expect(details.textContent).toContain('declined')
    expect(details.textContent).toContain('Phone Passkey that stays on its device, last used 01 Mar')
    expect(details.textContent).toContain('PIN disablednever used')
    expect(api.sentTo(participantDevices)).toMatchObject([{ query: { participantId: participantOf(2).id } }])
    const links = within(details).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ search }) => search)).toEqual([
      '?tab=audit&actor=bo%40example.com',
      `?tab=audit&target=${participantOf(2).id}`,
    ])
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bo Berg bo@example.com' }))
  },
)

test('devices are read again when a participant is opened and when the page becomes visible', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three)
  api.answer(workspaceHistory, { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null })
  const phone = (name: string) =>
    api.answer(participantDevices, [phoneOf({ kind: 'passkey', name, createdAt: AT })])
  phone('First')
  const { person } = show()
  await screen.findByText('you')
  const open = async () => person.click(await screen.findByRole('button', { name: 'Bo Berg bo@example.com' }))
  const shown = (name: string) =>
    waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(name))
  await open()
  await shown('First')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  phone('Second')
  await open()
  await shown('Second')
  phone('Third')
  window.dispatchEvent(new Event('visibilitychange'))
  await shown('Third')
})

test('an admin stops a device of a participant that waits', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three)
  api.answer(workspaceHistory, { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null })
  const waits = phoneOf({ name: 'New phone', state: 'waiting', usableFrom: '2126-03-01T12:00:00.000Z' })
  api.answer(participantDevices, [waits])
  api.answer(stopDevice, {})
  const { person } = show()
  await screen.findByText('you')
  await person.click(screen.getByRole('button', { name: 'Bo Berg bo@example.com' }))
  await screen.findByText(/^Cannot sign before 01 Mar 2126/)
  await person.click(screen.getByRole('button', { name: 'Stop New phone' }))
  await person.click(await screen.findByRole('button', { name: 'Yes, stop it' }))
  await screen.findByText('New phone was stopped and cannot sign.')
  expect(api.sentTo(stopDevice)).toMatchObject([{ params: { id: waits.id } }])
})

test('a column header makes the server sort, and the sort is in the address', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, ({ query }) =>
    query?.sort === 'email' ? three.toReversed() : query?.sort === '-email' ? three.slice(0, 2) : three,
  )
  const { person, address } = show('?tab=users&role=admin')
  const heading = await screen.findByRole('columnheader', { name: /^E-mail/ })
  const addresses = () => rows().map(([email]) => email?.slice(0, 7))
  expect(heading.getAttribute('aria-sort')).toBeNull()
  expect(addresses()).toEqual(['Deleted', 'ada@exa', 'Bo Berg'].toReversed())
  await person.click(within(heading).getByRole('button'))
  await waitFor(() => expect(addresses()).toEqual(['Deleted', 'ada@exa', 'Bo Berg']))
  expect(heading.getAttribute('aria-sort')).toBe('ascending')
  expect(address()).toBe('/workspace?tab=users&role=admin&sort=email')
  await person.click(within(heading).getByRole('button'))
  await waitFor(() => expect(addresses()).toEqual(['Bo Berg', 'ada@exa']))
  expect(heading.getAttribute('aria-sort')).toBe('descending')
  await person.click(within(heading).getByRole('button'))
  await waitFor(() => expect(address()).toBe('/workspace?tab=users&role=admin'))
  for (const name of ['Rights', 'Actions']) {
    const other = screen.getByRole('columnheader', { name })
    expect(within(other).queryByRole('button')).toBeNull()
  }
})

test('pending invitations form a group with its count, unless the list is sorted', async () => {
  const { api, show } = prepare()
  const pending = participantOf(4, { email: 'eve@example.com', invite: 'pending', joinedAt: null })
  api.answer(workspaceParticipants, [{ participant: pending }, ...three], {
    'X-Total-Count': '300',
    'X-Next-Cursor': 'after-them',
  })
  const { person } = show()
  await screen.findByRole('rowheader', { name: 'Invited, not yet joined 1' })
  screen.getByRole('rowheader', { name: 'Participants 299' })
  await person.click(screen.getByRole('button', { name: 'Role' }))
  await waitFor(() => expect(screen.queryByRole('rowheader')).toBeNull())
})

test('Load more appends the next page in the same order', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three.slice(0, 1), { 'X-Next-Cursor': 'after-bo' })
  const { person } = show('?sort=-role')
  await screen.findByText('bo@example.com')
  api.answer(workspaceParticipants, three.slice(1))
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(document.activeElement?.className, 'the focus is on a row, not lost').toContain('row-opener')
  const sent = api.sentTo(workspaceParticipants).map(({ query }) => [query?.sort, query?.cursor])
  expect(sent).toEqual([
    ['-role', undefined],
    ['-role', 'after-bo'],
  ])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('shows the loading state, then the empty state', async () => {
  const { api, show } = prepare()
  const { promise, resolve } = Promise.withResolvers<[]>()
  api.answer(workspaceParticipants, () => promise)
  show()
  await screen.findByText('Loading participants …')
  resolve([])
  await screen.findByText('There are no participants yet.')
  expect(screen.queryByText('Loading participants …')).toBeNull()
})

test('a failed read shows its error, and a button reads again', async () => {
  const { api, show } = prepare()
  api.refuse(workspaceParticipants, 'access.denied')
  const { person } = show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('You do not have the right to do this.')
  api.answer(workspaceParticipants, three)
  await person.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the search is sent once after typing stops, and an empty result can clear it', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, ({ query }) => (query?.q ? [] : three))
  const { person } = show()
  await waitFor(() => expect(rows()).toHaveLength(3))
  await person.type(screen.getByRole('searchbox', { name: 'Search by name or e-mail address' }), 'zoe')
  await person.click(await screen.findByRole('button', { name: 'Show everybody' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(api.sentTo(workspaceParticipants).map(({ query }) => query?.q)).toEqual([undefined, 'zoe'])
})

test('a filter chip shows counts, changes query and address, and can be removed', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three)
  const { person, address } = show('?tab=users&activity=inactive')
  const rights = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rights' })
  await screen.findByRole('option', { name: 'Approvers (7)' })
  await person.selectOptions(rights, 'approver')
  await waitFor(() => expect(address()).toBe('/workspace?tab=users&activity=inactive&rights=approver'))
  await waitFor(() =>
    expect(api.sentTo(workspaceParticipants).at(-1)?.query).toMatchObject({
      active: 'false',
      approver: 'true',
    }),
  )
  await person.click(screen.getByRole('button', { name: 'Remove filter: Activity' }))
  await waitFor(() => expect(address()).toBe('/workspace?tab=users&rights=approver'))
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/workspace?tab=users'))
})

test('on narrow screens the filters are in a sheet, and its button shows how many are set', async () => {
  const isNarrow = (query: string) => query.includes('max-width: 43.75rem')
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isNarrow(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three)
  const { person } = show('?rights=approver&role=admin')
  expect(screen.queryByRole('combobox')).toBeNull()
  const opener = await screen.findByRole('button', { name: 'Filters 2 set' })
  await person.click(opener)
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  expect(within(sheet).getAllByRole('combobox')).toHaveLength(5)
  await person.click(within(sheet).getByRole('button', { name: 'Show results' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

test('the filters stay usable if the list cannot be read', async () => {
  const { api, show } = prepare()
  api.refuse(workspaceParticipants, 'access.denied')
  show()
  await screen.findByRole('alert')
  screen.getByRole('search')
})

test('all that match are selected, also those not loaded yet', async () => {
  const { api, show } = prepare()
  const pages = [[1, 2].map((n) => participantOf(n)), [3].map((n) => participantOf(n))]
  const shaped = (page: (typeof pages)[number]) => page.map((participant) => ({ participant }))
  api.answer(workspaceParticipants, ({ query }) => shaped(query?.cursor ? pages[1]! : pages[0]!), {
    'X-Total-Count': '3',
    'X-Next-Cursor': 'next',
  })
  const { person } = show()
  await person.click(await screen.findByRole('checkbox', { name: 'Select person-1@example.com' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected people' }))
  bar.getByText('1 selected')
  api.answer(workspaceParticipants, ({ query }) => shaped(query?.cursor ? pages[1]! : pages[0]!), {
    'X-Total-Count': '3',
  })
  await person.click(bar.getByRole('button', { name: 'All 3' }))
  await bar.findByText('3 selected')
  await person.click(bar.getByRole('button', { name: 'None' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull())
})
