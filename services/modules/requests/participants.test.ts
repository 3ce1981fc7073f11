import { expect, test } from 'vitest'
import { evolve, initialState } from '../workspaces/workspace.state.ts'
import type { WorkspaceEvent } from '../workspaces/workspace.events.ts'
import { eligibleApprovers } from './participants.ts'

const workspaceId = 'w-1'
const joins = (who: string, approver: boolean): WorkspaceEvent => ({
  type: 'ParticipantJoined',
  data: {
    workspaceId,
    participantId: `p-${who}`,
    userId: `u-${who}`,
    addressHash: who,
    email: null,
    role: 'regular user',
    approver,
    requester: true,
    invitationId: null,
  },
})
const created: WorkspaceEvent = {
  type: 'WorkspaceCreated',
  data: { workspaceId, name: null, timezone: 'UTC', trialStartsOn: '2026-03-01', trialEndsOn: '2026-03-31' },
}
const workspace = [
  created,
  joins('anna', true),
  joins('ben', true),
  joins('cleo', true),
  joins('dora', false),
].reduce(evolve, initialState)
const asked = (approverId: string | null, of = workspace) =>
  eligibleApprovers(of, { requesterUserId: 'u-anna', approverId }).map(({ userId }) => userId)

test('a question to any approver goes to all of them but whoever asks', () => {
  expect(asked(null)).toEqual(['u-ben', 'u-cleo'])
})

test('a question to one goes to that one', () => {
  expect(asked('p-ben')).toEqual(['u-ben'])
})

test('nobody is asked who is no approver, asks themselves, or is not there', () => {
  for (const participantId of ['p-dora', 'p-anna', 'p-nobody']) expect(asked(participantId)).toEqual([])
  expect(
    asked(
      null,
      evolve(workspace, { type: 'WorkspaceClosed', data: { workspaceId, reason: 'last participant left' } }),
    ),
  ).toEqual([])
})
