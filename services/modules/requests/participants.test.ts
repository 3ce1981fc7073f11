import { expect, test } from 'vitest'
import { evolve, initialState } from '#modules/workspaces/workspace.state.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
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
const eligible = (approverId: string | null, of = workspace) =>
  eligibleApprovers(of, { requesterUserId: 'u-anna', approverId }).map(({ userId }) => userId)

test('all active approvers except the requester may answer a request to any approver', () => {
  expect(eligible(null)).toEqual(['u-ben', 'u-cleo'])
})

test('only the addressed approver may answer a request to one', () => {
  expect(eligible('p-ben')).toEqual(['u-ben'])
})

test('the requester, strangers and non-approvers may not answer, nor anybody in a closed workspace', () => {
  for (const participantId of ['p-dora', 'p-anna', 'p-nobody']) expect(eligible(participantId)).toEqual([])
  expect(
    eligible(
      null,
      evolve(workspace, { type: 'WorkspaceClosed', data: { workspaceId, reason: 'last participant left' } }),
    ),
  ).toEqual([])
})
