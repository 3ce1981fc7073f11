import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { currentUser } from '#contract/accounts/users.ts'
import { drillList, sendDrill, type Drill } from '#contract/requests/drills.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, participantOf, signIn, userOf, workspaceOf } from '../../../testing/samples.ts'
import { DrillSection } from './DrillSection.tsx'

beforeEach(() => signIn())

const [ada, bo] = [participantOf(1), participantOf(2)]
const me = participantOf(3, { userId: userOf().id })
const drillOf = (given: Partial<Drill> = {}): Drill => ({
  id: ids.request,
  workspaceId: ids.workspace,
  asks: { kind: 'payment' },
  title: 'Pay 48,200 € today',
  sentBy: { participantId: me.id, email: 'admin@example.com' },
  sentAt: '2026-03-02T10:00:00.000Z',
  expiresAt: '2026-03-02T10:05:00.000Z',
  endedAt: '2026-03-02T10:05:00.000Z',
  asked: 6,
  overtaken: 0,
  byPerson: false,
  counts: { right: 4, yes: 2, unanswered: 0 },
  withheld: null,
  people: null,
  ...given,
})

const show = (drills: readonly Drill[] = [], workspace = workspaceOf()) => {
  const api = fakeApi()
  api.answer(drillList, [...drills])
  api.answer(currentUser, userOf())
  api.answer(
    workspaceParticipants,
    [ada, bo, me].map((participant) => ({ participant })),
  )
  return { api, ...renderAt('/workspace', <DrillSection workspace={workspace} />) }
}

test('sends a drill to the chosen people, never to oneself, and says who was left out', async () => {
  const { api, person } = show()
  api.answer(sendDrill, drillOf({ asked: 1 }))
  await person.click(await screen.findByRole('button', { name: 'Send a drill…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send a drill' })
  await within(dialog).findByRole('checkbox', { name: ada.email! })
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3)
  const submit = within(dialog).getByRole('button', { name: 'Send the drill' })
  await person.click(submit)
  expect(api.sentTo(sendDrill)).toEqual([])
  await person.type(within(dialog).getByRole('textbox'), 'Pay 48,200 € today')
  await person.click(within(dialog).getByRole('checkbox', { name: 'All' }))
  await person.click(submit)
  await screen.findByText('Sent to 1 person. 1 left out: they had a drill today, or are checking a call.')
  expect(api.sentTo(sendDrill)).toMatchObject([
    {
      params: { workspaceId: ids.workspace },
      body: {
        asks: { kind: 'payment' },
        title: 'Pay 48,200 € today',
        participantIds: [ada.id, bo.id],
      },
    },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refusal stays in the form', async () => {
  const { api, person } = show()
  api.refuse(sendDrill, 'drill.open')
  await person.click(await screen.findByRole('button', { name: 'Send a drill…' }))
  await person.click(await screen.findByRole('checkbox', { name: bo.email! }))
  await person.type(screen.getByRole('textbox'), 'Pay 48,200 € today')
  await person.click(screen.getByRole('button', { name: 'Send the drill' }))
  await screen.findByText(/^The drill was not sent\. A drill is running/)
})

test('shows counts, or why there are none, and persons only where the drill has them', async () => {
  show([
    drillOf(),
    drillOf({ id: ids.user, counts: null, withheld: 'few', asked: 2, title: 'Reset my password' }),
    drillOf({
      id: ids.participant,
      byPerson: true,
      people: [{ participantId: ada.id, email: ada.email, answer: 'yes' }],
    }),
  ])
  const [counted, few, byPerson] = await screen.findAllByRole('listitem')
  expect(counted!.textContent).toMatch(/4 right.*2 said yes.*0 did not answer/)
  expect(few!.textContent).toContain('No counts of fewer than five people')
  expect(byPerson!.textContent).toContain(`${ada.email}: said yes`)
})

test('changes whether answers of persons are shown', async () => {
  const { api, person } = show()
  api.answer(updateSettings, workspaceOf({ drillResultsByPerson: true }))
  await person.click(await screen.findByRole('checkbox', { name: 'Show how each person answered' }))
  expect(api.sentTo(updateSettings)).toMatchObject([{ body: { drillResultsByPerson: true } }])
})
