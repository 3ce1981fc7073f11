import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeParticipants, participantsRequests } from '#contract/workspaces/several-participants.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { ids, participantOf, signIn } from '../../../../testing/samples.ts'
import { SelectionBar } from './SelectionBar.tsx'

beforeEach(signIn)

const chosen = [1, 2, 3].map((number) => participantOf(number, { name: `Person ${number}` }))
const [one, two, three] = chosen.map(({ id }) => id) as [string, string, string]

const show = (ownUserId: string | null = null) => {
  const api = fakeApi()
  const onNone = vi.fn<() => void>()
  const bar = {
    workspaceId: ids.workspace,
    chosen,
    total: 203,
    ownUserId,
    onAll: vi.fn<() => void>(),
    onNone,
  }
  const { person } = renderAt('/workspace', <SelectionBar {...bar} />)
  const choose = async (action: string) => {
    await person.click(screen.getByRole('button', { name: 'Change …' }))
    await person.click(await screen.findByRole('menuitem', { name: action }))
    return screen.findByRole('dialog')
  }
  return { api, person, choose, onNone }
}

test('one confirmation says how many open requests it closes; then each person who was not changed is named with the reason', async () => {
  const { api, person, choose, onNone } = show()
  api.answer(participantsRequests, { closes: 4 })
  api.answer(changeParticipants, {
    results: [
      { participantId: one, outcome: 'changed', reason: null },
      { participantId: two, outcome: 'refused', reason: 'participant.no-role' },
      { participantId: three, outcome: 'waiting', reason: null, changeId: ids.workspace },
    ],
  })
  screen.getByRole('button', { name: 'All 203' })
  const dialog = await choose('Remove approver right')
  within(dialog).getByText('Take the approver right from 3 people?')
  await within(dialog).findByText('4 open requests are closed.')
  await person.click(within(dialog).getByRole('button', { name: 'Remove approver right' }))
  const told = await screen.findByRole('dialog', {
    name: '1 changed, 1 waiting for a second admin, 1 not changed.',
  })
  expect(
    within(told)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Person 2 person-2@example.comWould be left with neither right.',
    'Person 3 person-3@example.comWaits for a second admin.',
  ])
  expect(api.sentTo(changeParticipants)).toMatchObject([
    { body: { participantIds: [one, two, three], what: 'approver', value: false } },
  ])
  await person.click(within(told).getByRole('button', { name: 'Close' }))
  expect(onNone).toHaveBeenCalledOnce()
})

test('nobody deactivates themselves among others', async () => {
  const { api, person, choose } = show(chosen[0]!.userId)
  api.answer(participantsRequests, { closes: 0 })
  api.answer(changeParticipants, { results: [] })
  const dialog = await choose('Set inactive')
  within(dialog).getByText(/You stay active yourself/)
  await person.click(within(dialog).getByRole('button', { name: 'Set inactive' }))
  await waitFor(() =>
    expect(api.sentTo(changeParticipants)).toMatchObject([{ body: { participantIds: [two, three] } }]),
  )
})
