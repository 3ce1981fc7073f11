import { expect, test } from 'vitest'
import { decideOn, invited, joined, opened } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from './workspace.events.ts'

const dueAt = (at: string, ...history: readonly WorkspaceEvent[]) =>
  decideOn({ type: 'RecordDeadlines', now: new Date(at) }, ...history)

const ends = '2026-03-05T10:00:00.000Z'
const pending = [...opened, invited('ben', ends)]
const expired: WorkspaceEvent = {
  type: 'InvitationExpired',
  data: { workspaceId: 'w', participantId: 'p-ben', invitationId: 'i-ben', generation: 1, expiresAt: ends },
}

test('an invitation expires exactly at its end, and is recorded once', () => {
  expect(dueAt('2026-03-05T09:59:59.999Z', ...pending)).toEqual([])
  expect(dueAt(ends, ...pending)).toEqual([expired])
  expect(dueAt('2026-04-01T00:00:00.000Z', ...pending, expired)).toEqual([])
})

test('an invitation that was sent again expires again', () => {
  const later = '2026-03-12T10:00:00.000Z'
  const again = invited('ben', later, { generation: 2 })
  expect(dueAt('2026-03-10T00:00:00.000Z', ...pending, expired, again)).toEqual([])
  expect(dueAt(later, ...pending, expired, again)).toMatchObject([
    { data: { generation: 2, expiresAt: later } },
  ])
})

test.each<[string, WorkspaceEvent]>([
  ['accepted', joined('ben')],
  [
    'revoked',
    { type: 'InvitationRevoked', data: { workspaceId: 'w', participantId: 'p-ben', invitationId: 'i-ben' } },
  ],
  [
    'of a closed workspace',
    { type: 'WorkspaceClosed', data: { workspaceId: 'w', reason: 'last participant left' } },
  ],
])('an invitation that was %s does not expire', (_was, fact) => {
  expect(dueAt('2026-04-01T00:00:00.000Z', ...pending, fact)).toEqual([])
})

test('an expiry that a fast clock recorded too early does not close the invitation', () => {
  const accept = {
    type: 'AcceptInvitation',
    invitationId: 'i-ben',
    userId: 'u-ben',
    email: 'ben@example.com',
    addressHash: 'h-ben',
    now: new Date('2026-03-04T10:00:00.000Z'),
  } as const
  expect(decideOn(accept, ...pending, expired)).toMatchObject([{ type: 'ParticipantJoined' }])
})

test('records at most 200 expiries per append', () => {
  const crowd = Array.from({ length: 250 }, (_, i) => invited(`guest-${i}`, ends))
  const first = dueAt(ends, ...opened, ...crowd)
  expect(first).toHaveLength(200)
  expect(dueAt(ends, ...opened, ...crowd, ...first)).toHaveLength(50)
})
