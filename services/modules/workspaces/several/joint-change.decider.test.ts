import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined, opened, stateOf } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { judgeParticipants, type ChangeParticipants } from './joint-change.decider.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const PROTECTED: WorkspaceEvent = {
  type: 'PeopleProtectionChanged',
  data: { workspaceId: 'w', protected: true },
}
const team = [
  ...opened,
  joined('ada', { role: 'admin' }),
  joined('ben', { approver: true, requester: false }),
  joined('cem', { approver: false, requester: true }),
  invited('dan', '2026-03-05T10:00:00.000Z'),
]
const change = (
  names: readonly string[],
  changes: Partial<ChangeParticipants> & Pick<ChangeParticipants, 'what' | 'value'>,
): ChangeParticipants => ({
  type: 'ChangeParticipants',
  participantIds: names.map((name) => `p-${name}`),
  emails: new Map(names.map((name) => [`p-${name}`, `${name}@example.com`])),
  isRefused: () => false,
  by: {
    userId: 'u-anna',
    email: 'anna@example.com',
    changeId: (index) => `c-${index}`,
    salt: () => 'salt',
    targetEmail: null,
    adminsHaveDevices: null,
    now,
  },
  ...changes,
})
const judged = (command: ChangeParticipants, ...history: readonly WorkspaceEvent[]) =>
  judgeParticipants(command, stateOf(...history) as KnownWorkspace).map((one) =>
    typeof one === 'string' ? one : 'waitsFor' in one ? one : one.type,
  )

test('each participant is judged alone: a change, nothing new, or the reason why not', () => {
  const all = ['ben', 'cem', 'dan', 'eve']
  expect(judged(change(all, { what: 'requester', value: true }), ...team)).toEqual([
    'ParticipantRightsChanged',
    'unchanged',
    'participant.pending',
    'participant.not-found',
  ])
  expect(judged(change(all, { what: 'approver', value: false }), ...team)).toEqual([
    'participant.no-role',
    'unchanged',
    'participant.pending',
    'participant.not-found',
  ])
})

test('the last admin stays, in whatever order they come', () => {
  const both = (...names: string[]) => judged(change(names, { what: 'activity', value: false }), ...team)
  expect(both('anna', 'ada', 'ben')).toEqual([
    'ParticipantActivityChanged',
    'participant.last-admin',
    'ParticipantActivityChanged',
  ])
  expect(both('ada', 'anna')).toEqual(['ParticipantActivityChanged', 'participant.last-admin'])
})

test('where people are protected each new approver waits for a second admin, with an address and a change of their own', () => {
  const guarded = [...team, joined('fay', { approver: false, requester: true }), PROTECTED]
  const command = change(['cem', 'ben', 'fay'], { what: 'approver', value: true })
  const asked = decideOn(command, ...guarded)
  expect(asked.map(({ data }) => data)).toMatchObject([
    { changeId: 'c-0', targetUserId: 'u-cem', targetEmail: 'cem@example.com', further: 1 },
    { changeId: 'c-1', targetUserId: 'u-fay', targetEmail: 'fay@example.com', further: null },
  ])
  expect(judged(command, ...guarded)).toEqual(['ChangeAsked', 'unchanged', 'ChangeAsked'])
  expect(judged(command, ...guarded, ...asked)).toEqual([
    { waitsFor: 'c-0' },
    'unchanged',
    { waitsFor: 'c-1' },
  ])
  const isRefused = (id: string) => id === 'p-cem'
  expect(decideOn({ ...command, isRefused }, ...guarded)).toMatchObject([
    { data: { changeId: 'c-0', targetUserId: 'u-fay' } },
  ])
})

test('somebody who is no admin asks for no change', () => {
  const command = change(['cem'], { what: 'approver', value: true })
  const by = { ...(command.by as object), userId: 'u-ben' } as ChangeParticipants['by']
  expectRejected({ ...command, by: by! }, 'access.denied', ...team, PROTECTED)
})

test('what each event says is what the single change says', () => {
  const several = decideOn(change(['ben', 'cem'], { what: 'activity', value: false }), ...team)
  const single = ['ben', 'cem'].flatMap((name) =>
    decideOn({ type: 'ChangeActivity', participantId: `p-${name}`, value: false }, ...team),
  )
  expect(several).toEqual(single)
})
