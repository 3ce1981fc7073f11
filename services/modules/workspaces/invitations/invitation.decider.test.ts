import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined, opened, stateOf } from '#support/facts/workspace-facts.ts'
import {
  judgeRows,
  type InviteParticipants,
  type ResendInvitation,
  type RevokeInvitation,
} from './invitation.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const pending = [...opened, invited('ben', '2026-03-05T10:00:00.000Z')]
const expired = [...opened, invited('ben', '2026-03-01T10:00:00.000Z')]
const has = [...pending, joined('ben')]

const resend: ResendInvitation = {
  type: 'ResendInvitation',
  participantId: 'p-ben',
  email: 'ben@example.com',
  invitedBy: 'u-anna',
  language: 'de',
  now,
}
const revoke: RevokeInvitation = { type: 'RevokeInvitation', participantId: 'p-ben' }
const accept = {
  type: 'AcceptInvitation',
  invitationId: 'i-ben',
  userId: 'u-ben',
  email: 'ben@example.com',
  addressHash: 'h-ben',
  now,
} as const
const revoked: WorkspaceEvent = {
  type: 'InvitationRevoked',
  data: { workspaceId: 'w', participantId: 'p-ben', invitationId: 'i-ben' },
}
const again = {
  type: 'ParticipantInvited',
  data: {
    participantId: 'p-ben',
    invitationId: 'i-ben',
    addressHash: 'h-ben',
    email: 'ben@example.com',
    role: 'regular user',
    approver: true,
    requester: false,
    generation: 2,
    expiresAt: '2026-03-09T10:00:00.000Z',
  },
}

test.each([
  ['open', pending],
  ['expired', expired],
  ['revoked', [...pending, revoked]],
])(
  'an invitation that is %s can be sent again with the same rights, a new link and seven more days',
  (_is, history) => {
    const [sent] = decideOn(resend, ...history)
    expect(sent).toMatchObject(again)
    expect(decideOn(accept, ...history, sent!)).toHaveLength(1)
  },
)

test('a revoked invitation cannot be accepted, and is revoked once', () => {
  expect(decideOn(revoke, ...pending)).toEqual([revoked])
  expectRejected(accept, 'invitation.not-found', ...pending, revoked)
  expect(decideOn(revoke, ...pending, revoked)).toEqual([])
})

const invite = {
  ...resend,
  type: 'InviteParticipant',
  participantId: 'p-other',
  invitationId: 'i-other',
  addressHash: 'h-ben',
  role: 'admin',
  approver: false,
  requester: false,
} as const

test('a regular user must be approver or requester', () => {
  const regular = { ...invite, role: 'regular user' } as const
  expectRejected(regular, 'participant.no-role', ...opened)
  expect(decideOn({ ...regular, requester: true }, ...opened)).toHaveLength(1)
  expect(decideOn({ ...regular, approver: true }, ...opened)).toHaveLength(1)
})

test('an address can be invited again after its invitation was revoked', () => {
  expectRejected(invite, 'participant.exists', ...pending)
  const [anew] = decideOn(invite, ...pending, revoked)
  expect(anew).toMatchObject({ data: { participantId: 'p-ben', generation: 2, role: 'admin' } })
})

test('resending and revoking are rejected for joined participants and strangers', () => {
  for (const command of [resend, revoke]) {
    expectRejected(command, 'invitation.accepted', ...has)
    expectRejected({ ...command, participantId: 'p-eve' }, 'participant.not-found', ...has)
  }
})

test('a revoked invitation does not count as open, and one that is sent again counts once', () => {
  const crowd = Array.from({ length: 99 }, (_, i) => invited(`no${i}`, '2026-03-05T10:00:00.000Z'))
  expect(decideOn(resend, ...pending, ...crowd)).toHaveLength(1)
  const more = invited('one-more', '2026-03-05T10:00:00.000Z')
  expectRejected(resend, 'invitation.limit', ...pending, revoked, ...crowd, more)
  const oneLess: WorkspaceEvent = {
    type: 'InvitationRevoked',
    data: { workspaceId: 'w', participantId: 'p-no0', invitationId: 'i-no0' },
  }
  expect(decideOn(resend, ...pending, revoked, ...crowd, more, oneLess)).toHaveLength(1)
})

test('the hundred open invitations of a trial do not hold a customer back', () => {
  const crowd = Array.from({ length: 100 }, (_, i) => invited(`no${i}`, '2026-03-05T10:00:00.000Z'))
  const paid: WorkspaceEvent = {
    type: 'ActivityPeriodAdded',
    data: {
      workspaceId: 'w',
      periodId: 'p1',
      kind: 'period',
      startsOn: '2026-03-01',
      endsOn: '2026-12-31',
      seats: null,
    },
  }
  expectRejected(invite, 'invitation.limit', ...opened, ...crowd)
  expect(decideOn(invite, ...opened, ...crowd, paid)).toHaveLength(1)
})

const rowOf = (name: string, given = {}) => ({
  email: `${name}@example.com`,
  addressHash: `h-${name}`,
  participantId: `p-new-${name}`,
  invitationId: `i-new-${name}`,
  role: 'regular user' as const,
  approver: true,
  requester: false,
  ...given,
})
const many = (rows: readonly ReturnType<typeof rowOf>[], exceeded: readonly string[] = []) => ({
  type: 'InviteParticipants' as const,
  rows,
  refusedBy: (hash: string) => (exceeded.includes(hash) ? ('invitation.too-often' as const) : null),
  invitedBy: 'u-anna',
  language: 'de' as const,
  now,
})
const judged = (command: InviteParticipants, ...history: readonly WorkspaceEvent[]) =>
  judgeRows(command, stateOf(...history) as KnownWorkspace).map((one) =>
    typeof one === 'string' ? one : 'invited',
  )

test('a bulk invitation judges each row as if the rows were invited one by one', () => {
  const rows = [
    rowOf('cleo'),
    rowOf('ben'),
    rowOf('cleo', { role: 'admin' }),
    rowOf('anna'),
    rowOf('dan', { approver: false }),
    rowOf('nobody', { addressHash: null }),
    rowOf('eve'),
    rowOf('dan', { approver: false, role: 'admin' }),
  ]
  const command = many(rows, ['h-eve'])
  expect(judged(command, ...pending)).toEqual([
    'invited',
    'participant.exists',
    'participant.exists',
    'participant.exists',
    'participant.no-role',
    'input.invalid',
    'invitation.too-often',
    'invited',
  ])
  expect(decideOn(command, ...pending).map(({ data }) => data)).toMatchObject([
    { participantId: 'p-new-cleo', generation: 1, role: 'regular user', email: 'cleo@example.com' },
    { participantId: 'p-new-dan', role: 'admin' },
  ])
  expect(decideOn(many([rowOf('ben')]), ...expired)).toMatchObject([again])
})

test('a bulk invitation opens at most 100; a rate-limited row does not use up a place', () => {
  const rows = Array.from({ length: 101 }, (_, i) => rowOf(`no${i}`))
  expect(judged(many(rows), ...pending)).toEqual([
    ...Array(99).fill('invited'),
    'invitation.limit',
    'invitation.limit',
  ])
  expect(judged(many(rows, ['h-no0', 'h-no1']), ...pending).filter((one) => one === 'invited')).toHaveLength(
    99,
  )
})
