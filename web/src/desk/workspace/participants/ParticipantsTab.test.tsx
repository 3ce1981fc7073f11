import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from '#contract/users.ts'
import { workspaceParticipants } from '#contract/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { participantOf, signIn, userOf, workspaceOf } from '../../../testing/samples.ts'
import { ParticipantsTab } from './ParticipantsTab.tsx'

beforeEach(signIn)

const three = [
  participantOf(2, { email: 'bo@example.com', role: 'admin', requester: true }),
  participantOf(1, { email: 'ada@example.com', userId: userOf().id }),
  participantOf(3, { email: null, invite: 'expired', approver: false, active: false, joinedAt: null }),
].map((participant) => ({ participant }))

const prepare = () => {
  const api = fakeApi()
  api.answer(currentUser, userOf())
  return { api, show: () => renderAt('/workspace', <ParticipantsTab workspace={workspaceOf()} />) }
}

/** The words of each row, without initials and the rows of headings. */
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent.replace(/^[A-Z]{2}/, '')),
    )
    .filter((words) => words.length > 0)

test('each participant has a row with the words for what they may do, and the reader is marked', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three, { 'X-Total-Count': '3' })
  show()
  await screen.findByText('ada@example.com')
  await screen.findByText('you')
  expect(rows()).toEqual([
    ['Deleted account', '–', 'Regular user', 'expired'],
    ['ada@example.comyou', 'Approver', 'Regular user', expect.stringContaining('2026')],
    ['bo@example.com', 'ApproverRequester', 'Admin', expect.stringContaining('2026')],
  ])
  screen.getByRole('rowheader', { name: 'Invited, not yet joined 1' })
  expect(screen.getByText('3 of 3 shown')).toBeTruthy()
})

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
    const { person } = show()
    await screen.findByText('you')
    await person.click(screen.getByRole('button', { name: 'bo@example.com' }))
    const details = await screen.findByRole('dialog', { name: 'bo@example.com' })
    expect(details.textContent).toContain('accepted')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'bo@example.com' }))
  },
)

test('a heading sorts by the words of its column, one way and then the other; the invited stay on top', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three)
  const { person } = show()
  const heading = await screen.findByRole('columnheader', { name: /^E-mail/ })
  expect(heading.getAttribute('aria-sort')).toBe('ascending')
  const addresses = () => rows().map(([address]) => address?.slice(0, 7))
  expect(addresses()).toEqual(['Deleted', 'ada@exa', 'bo@exam'])
  await person.click(within(heading).getByRole('button'))
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('descending'))
  expect(addresses()).toEqual(['Deleted', 'bo@exam', 'ada@exa'])
})

test('what is not all there cannot be sorted; the rest comes at a press and stands below', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, three.slice(0, 1), { 'X-Next-Cursor': 'after-bo' })
  const { person } = show()
  const heading = await screen.findByRole('columnheader', { name: /^E-mail/ })
  expect(within(heading).queryByRole('button')).toBeNull()
  api.answer(workspaceParticipants, three.slice(1))
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(api.sentTo(workspaceParticipants).map(({ query }) => query?.cursor)).toEqual([undefined, 'after-bo'])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('it says that it loads, and then that there is nobody', async () => {
  const { api, show } = prepare()
  const { promise, resolve } = Promise.withResolvers<[]>()
  api.answer(workspaceParticipants, () => promise)
  show()
  await screen.findByText('Loading participants …')
  resolve([])
  await screen.findByText('There are no participants yet.')
  expect(screen.queryByText('Loading participants …')).toBeNull()
})

test('what could not be read says why, and is read again at a press', async () => {
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

test('a search goes out once, when the typing has stopped, and can be cleared where nobody is found', async () => {
  const { api, show } = prepare()
  api.answer(workspaceParticipants, ({ query }) => (query?.q ? [] : three))
  const { person } = show()
  await waitFor(() => expect(rows()).toHaveLength(3))
  await person.type(screen.getByRole('searchbox', { name: 'Search an e-mail address' }), 'zoe')
  await person.click(await screen.findByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(api.sentTo(workspaceParticipants).map(({ query }) => query?.q)).toEqual([undefined, 'zoe'])
})
