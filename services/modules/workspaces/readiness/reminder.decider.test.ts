import { expect, test } from 'vitest'
import { decideOn, invited, joined, opened } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const NEXT_WEEK = '2026-03-09T10:00:00.000Z'
const day = (of: string, at: string): WorkspaceEvent => invited(of, at)
const PROTECTED: WorkspaceEvent = {
  type: 'PeopleProtectionChanged',
  data: { workspaceId: 'w', protected: true },
}
const remind = (...names: readonly string[]) => ({
  type: 'RemindInvited' as const,
  people: names.map((name) => ({ participantId: `p-${name}`, email: `${name}@example.com` })),
  invitedBy: 'u-anna',
  language: 'en' as const,
  now,
})
const remindedBy = (history: readonly WorkspaceEvent[], ...names: readonly string[]) =>
  decideOn(remind(...names), ...history).map(({ data }) => 'participantId' in data && data.participantId)

test('invitations are sent again once a day, also when they have expired, but never to those who joined or were revoked', () => {
  const history = [
    ...opened,
    day('old', '2026-03-05T10:00:00.000Z'),
    day('expired', '2026-03-01T10:00:00.000Z'),
    day('today', '2026-03-09T09:00:00.000Z'),
    day('revoked', '2026-03-05T10:00:00.000Z'),
    joined('joined'),
    {
      type: 'InvitationRevoked',
      data: { workspaceId: 'w', participantId: 'p-revoked', invitationId: 'i-revoked' },
    },
  ] as const
  expect(remindedBy(history, 'old', 'expired', 'today', 'revoked', 'joined', 'nobody')).toEqual([
    'p-old',
    'p-expired',
  ])
  const sent = decideOn(remind('old'), ...history)
  expect(sent).toMatchObject([{ type: 'ParticipantInvited', data: { generation: 2, expiresAt: NEXT_WEEK } }])
  expect(remindedBy([...history, ...sent], 'old')).toEqual([])
})

test('where people are protected, no expired invitation of an approver is opened anew by a reminder', () => {
  const history = [
    ...opened,
    invited('open', '2026-03-05T10:00:00.000Z', { approver: true, requester: false }),
    invited('door', '2026-03-01T10:00:00.000Z', { approver: true, requester: false }),
    invited('asker', '2026-03-01T10:00:00.000Z', { approver: false, requester: true }),
    PROTECTED,
  ]
  expect(remindedBy(history, 'open', 'door', 'asker')).toEqual(['p-open', 'p-asker'])
})

test('an expired invitation is not sent again without a seat', () => {
  const seats: WorkspaceEvent = {
    type: 'ActivityPeriodAdded',
    data: {
      workspaceId: 'w',
      periodId: 'd',
      kind: 'period',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      seats: 2,
    },
  }
  const history = [
    ...opened,
    seats,
    day('one', '2026-03-01T10:00:00.000Z'),
    day('two', '2026-03-01T10:00:00.000Z'),
  ]
  expect(remindedBy(history, 'one', 'two')).toEqual(['p-one'])
})

test('who has joined is asked for a device at most once a day, and not while inactive', () => {
  const ask = (at: Date, ...history: readonly WorkspaceEvent[]) =>
    decideOn({ type: 'RemindOfDevice', participantIds: ['p-ben', 'p-eve'], now: at }, ...history)
  const history = [...opened, joined('ben'), day('eve', NEXT_WEEK)]
  const [asked, ...others] = ask(now, ...history)
  expect([asked, others]).toMatchObject([
    {
      type: 'DeviceReminded',
      data: { participantId: 'p-ben', userId: 'u-ben', remindedAt: now.toISOString() },
    },
    [],
  ])
  expect(ask(new Date(now.getTime() + 86_399_000), ...history, asked!)).toEqual([])
  expect(ask(new Date(now.getTime() + 86_400_000), ...history, asked!)).toHaveLength(1)
  const off: WorkspaceEvent = {
    type: 'ParticipantActivityChanged',
    data: { workspaceId: 'w', participantId: 'p-ben', userId: 'u-ben', active: false },
  }
  expect(ask(now, ...history, off)).toEqual([])
})
