import { expect, test } from 'vitest'
import { MAX_GROUPS } from '#contract/workspaces/approving/groups.ts'
import { groupMembers } from '#modules/workspaces/workspace.state.ts'
import { decideOn, expectRejected, invited, stateOf } from '#support/facts/workspace-facts.ts'
import { after, asker, later, now, people, remove, team, typesOf } from '#support/facts/change-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { Asker } from '#modules/workspaces/protection/second-admin.decider.ts'
import { groupLooks } from './group-looks.ts'
import type { WriteGroup } from './group.decider.ts'

const looks = (name: string) => groupLooks('key', 'w', name)
const write = (name: string, given: Partial<WriteGroup & { by: Asker }> = {}) => ({
  type: 'WriteGroup' as const,
  groupId: 'g',
  isNew: true,
  name,
  looks: looks(name),
  participantIds: ['p-anna', 'p-ben'],
  isApproved: false,
  now,
  ...asker('anna'),
  ...given,
})
const change = { isNew: false } as const
const removeGroup = { type: 'RemoveGroup', groupId: 'g', ...asker('cleo') } as const
const idsIn = (facts: readonly WorkspaceEvent[]) =>
  groupMembers(stateOf(...facts), 'g').map(({ participantId }) => participantId)

test('a group is created, changed as a whole, emptied and removed', () => {
  const created = after(write('Treasury'), ...people)
  expect(idsIn(created)).toEqual(['p-anna', 'p-ben'])
  const changed = after(write('Finance', { ...change, participantIds: ['p-cleo'] }), ...created)
  expect(idsIn(changed)).toEqual(['p-cleo'])
  const emptied = after(write('Finance', { ...change, participantIds: [] }), ...changed)
  expect(idsIn(emptied)).toEqual([])
  const removed = after(removeGroup, ...emptied)
  expect(typesOf(removed).slice(-1)).toEqual(['GroupRemoved'])
  expectRejected(removeGroup, 'group.not-found', ...removed)
  expectRejected(write('Finance', change), 'group.not-found', ...removed)
})

test('writing what is so already changes nothing, in whichever order', () => {
  const created = after(write('Treasury'), ...people)
  const same = { ...change, participantIds: ['p-ben', 'p-anna'] }
  expect(decideOn(write('Treasury', same), ...created)).toEqual([])
  expect(decideOn(write('treasury', same), ...created)).toHaveLength(1)
})

test('no two groups have names that look alike, in whichever case', () => {
  const created = after(write('Treasury'), ...people)
  for (const name of ['treasury', 'TREASURY', 'Trеasury', 'Trea sury'])
    expectRejected(write(name, { groupId: 'other' }), 'group.exists', ...created)
  expect(decideOn(write('Payroll', { groupId: 'other' }), ...created)).toHaveLength(1)
  expect(decideOn(write('TREASURY', change), ...created)).toHaveLength(1)
  expect(decideOn(write('Treasury', { groupId: 'other' }), ...after(removeGroup, ...created))).toHaveLength(1)
})

test('a workspace has at most as many groups as one can read', () => {
  const full = Array.from({ length: MAX_GROUPS }, (_, at) =>
    write(`${at} ${'x'.repeat(at)}`, { groupId: `g-${at}` }),
  ).reduce((facts, command) => after(command, ...facts), people)
  expectRejected(write('One more'), 'group.limit', ...full)
  expect(decideOn(write('Another', { ...change, groupId: 'g-7' }), ...full)).toHaveLength(1)
})

test('only people who have joined are in a group, and who leaves is in none', () => {
  expectRejected(write('A', { participantIds: ['p-x'] }), 'participant.not-found', ...people)
  const dora = invited('dora', '2026-04-01T00:00:00.000Z')
  expectRejected(write('A', { participantIds: ['p-dora'] }), 'participant.pending', ...people, dora)
  const created = after(write('A'), ...people)
  const left = after({ ...remove('ben'), ...asker('anna') }, ...created)
  expect(idsIn(left)).toEqual(['p-anna'])
  const off = { type: 'ChangeActivity', participantId: 'p-ben', value: false, ...asker('anna') } as const
  expect(idsIn(after(off, ...created))).toEqual(['p-anna'])
})

const approve = (groupName: string | null, changeId = 'c') => ({
  type: 'ApproveChange' as const,
  changeId,
  userId: 'u-cleo',
  email: null,
  evidence: { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' },
  invitedEmail: null,
  groupName,
  adminsHaveDevices: true,
  now,
})

test('while people are protected, a second admin decides who is in a group, and about removing it', () => {
  const asked = after(write('Treasury'), ...team)
  expect(asked.at(-1)).toMatchObject({
    type: 'ChangeAsked',
    data: {
      act: { kind: 'group', isNew: true, before: [], participantIds: ['p-anna', 'p-ben'] },
      groupName: 'Treasury',
      groupSalt: 'salt',
    },
  })
  expectRejected(approve(null), 'change.not-found', ...asked)
  const done = after(approve('Treasury'), ...asked)
  expect(idsIn(done)).toEqual(['p-anna', 'p-ben'])
  const without = after({ ...removeGroup, ...asker('anna', 'd') }, ...done)
  expect(without.at(-1)).toMatchObject({ data: { act: { kind: 'group-removed', groupId: 'g' } } })
  expect(typesOf(decideOn(approve(null, 'd'), ...without))).toEqual(['ChangeApproved', 'GroupRemoved'])
})

test('a wish that waits takes its name and its place, until it expires', () => {
  const asked = after(write('Treasury'), ...team)
  const other = write('treasury', { groupId: 'other', ...asker('cleo', 'd') })
  expectRejected(other, 'group.exists', ...asked)
  expect(decideOn({ ...other, now: later }, ...asked)).toHaveLength(1)
  expectRejected(write('Other', asker('anna', 'd')), 'change.exists', ...asked)
  expect(decideOn(write('Treasury'), ...asked)).toEqual([])
})

test('who left meanwhile is left out, and a group that was removed meanwhile overtakes the change', () => {
  const asked = after(write('Treasury'), ...team)
  const left = after({ type: 'LeaveWorkspace', userId: 'u-ben' }, ...asked)
  expect(idsIn(after(approve('Treasury'), ...left))).toEqual(['p-anna'])
  const created = after(write('Treasury'), ...people)
  const protectedNow = [...created, ...team.slice(-1)]
  const both = after({ ...removeGroup, ...asker('anna', 'd') }, ...after(write('T', change), ...protectedNow))
  expect(typesOf(decideOn(approve(null, 'd'), ...both))).toContain('ChangeOvertaken')
})
