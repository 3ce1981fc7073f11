import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited } from '#support/facts/workspace-facts.ts'
import { after, now, people } from '#support/facts/change-facts.ts'
import {
  approvalsMutedUntil,
  withMute,
  type ApprovalMute,
} from '#modules/workspaces/participants/approval-mute.state.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
const mute = (given: object = {}) => ({
  type: 'MuteApprovals' as const,
  participantId: 'p-ben',
  userId: 'u-anna',
  muted: true,
  now,
  ...given,
})

test('an approver takes no approvals from a requester for a day, and pressing again changes nothing', () => {
  const facts = after(mute(), ...people)
  expect(facts.at(-1)).toMatchObject({
    type: 'ApprovalsMuted',
    data: { participantId: 'p-anna', requesterId: 'p-ben', until: at(24).toISOString() },
  })
  expect(decideOn(mute({ now: at(23) }), ...facts)).toEqual([])
  expect(decideOn(mute({ now: at(24) }), ...facts)).toHaveLength(1)
})

test('the approver takes them again at any time', () => {
  const facts = after(mute(), ...people)
  const again = mute({ muted: false })
  expect(decideOn(again, ...facts)).toMatchObject([{ type: 'ApprovalsUnmuted' }])
  expect(decideOn(again, ...people)).toEqual([])
  expect(decideOn(mute(), ...after(again, ...facts))).toHaveLength(1)
})

test('nobody mutes themselves, a stranger, or somebody who has not joined', () => {
  expectRejected(mute({ participantId: 'p-anna' }), 'access.denied', ...people)
  expectRejected(mute({ userId: 'u-stranger' }), 'access.denied', ...people)
  expectRejected(mute({ participantId: 'p-x' }), 'participant.not-found', ...people)
  const dora = invited('dora', '2026-04-01T00:00:00.000Z')
  expectRejected(mute({ participantId: 'p-dora' }), 'participant.pending', ...people, dora)
})

test('a mute that has ended is forgotten by the next one', () => {
  const kept = withMute([], { requesterId: 'p-ben', until: at(24).toISOString() })
  expect(approvalsMutedUntil(kept, 'p-ben', at(23))).toBe(at(24).toISOString())
  expect(approvalsMutedUntil(kept, 'p-ben', at(24))).toBeNull()
  expect(approvalsMutedUntil(kept, 'p-cleo', at(1))).toBeNull()
  const ids = (mutes: readonly ApprovalMute[]) => mutes.map(({ requesterId }) => requesterId)
  expect(ids(withMute(kept, { requesterId: 'p-cleo', until: at(47).toISOString() }))).toEqual([
    'p-ben',
    'p-cleo',
  ])
  expect(ids(withMute(kept, { requesterId: 'p-cleo', until: at(48).toISOString() }))).toEqual(['p-cleo'])
})
