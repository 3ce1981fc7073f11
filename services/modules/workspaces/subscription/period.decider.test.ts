import { describe, expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined, opened, stateOf } from '#support/facts/workspace-facts.ts'
import type {
  InviteParticipant,
  ResendInvitation,
} from '#modules/workspaces/invitations/invitation.decider.ts'
import type { AddEternalPeriod, AddPeriod, EndPeriod } from './period.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { isActive, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** The day after the trial of these facts. */
const now = new Date('2027-01-01T11:00:00.000Z')
const add: AddPeriod = {
  type: 'AddPeriod',
  periodId: 'p1',
  startsOn: '2027-01-01',
  endsOn: '2027-12-31',
  seats: 5,
  reason: 'Invoice 7',
  now,
}
const eternal: AddEternalPeriod = { type: 'AddEternalPeriod', periodId: 'p2', seats: null, now }
const end: EndPeriod = { type: 'EndPeriod', periodId: 'p1', endsOn: '2027-06-30', reason: 'Cancelled', now }
const added = (
  given: Partial<Extract<WorkspaceEvent, { type: 'ActivityPeriodAdded' }>['data']> = {},
): WorkspaceEvent => ({
  type: 'ActivityPeriodAdded',
  data: {
    workspaceId: 'w',
    periodId: 'p1',
    kind: 'period',
    startsOn: '2027-01-01',
    endsOn: '2027-12-31',
    seats: 5,
    ...given,
  },
})
const closed: WorkspaceEvent = {
  type: 'WorkspaceClosed',
  data: { workspaceId: 'w', reason: 'last participant left' },
}

describe('a period', () => {
  test('is added as given, and makes the workspace active on its days', () => {
    expect(decideOn(add, ...opened)).toEqual([added({ reason: 'Invoice 7' })])
    expect(isActive(stateOf(...opened), now)).toBe(false)
    expect(isActive(stateOf(...opened, added()), now)).toBe(true)
    expect(isActive(stateOf(...opened, added()), new Date('2028-01-01T11:00:00.000Z'))).toBe(false)
  })

  test('may overlap, be one day long, or lie in the past or far ahead', () => {
    for (const [startsOn, endsOn] of [
      ['2027-01-01', '2027-12-31'],
      ['2027-01-01', '2027-01-01'],
      ['2007-01-01', '2026-12-31'],
      ['2046-01-01', '2047-01-01'],
    ] as const)
      expect(decideOn({ ...add, startsOn, endsOn }, ...opened, added({ periodId: 'p0' }))).toHaveLength(1)
  })

  test.each([
    ['ends before it starts', '2027-02-01', '2027-01-31'],
    ['ends more than 20 years from today', '2027-01-01', '2047-01-02'],
    ['starts more than 20 years ago', '2006-12-31', '2027-01-01'],
  ])('is rejected when it %s', (_, startsOn, endsOn) => {
    expectRejected({ ...add, startsOn, endsOn }, 'input.invalid', ...opened)
  })

  test('is rejected after the hundredth', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => added({ periodId: `p${i}` }))
    expect(decideOn(add, ...opened, ...many(99))).toHaveLength(1)
    expectRejected(add, 'input.invalid', ...opened, ...many(100))
    expectRejected(eternal, 'input.invalid', ...opened, ...many(100))
  })

  test('is not added to a closed or unknown workspace', () => {
    expectRejected(add, 'workspace.not-found')
    expectRejected(eternal, 'workspace.not-found', ...opened, closed)
    expectRejected(end, 'workspace.not-found', ...opened, added(), closed)
  })
})

test('an eternal period lasts 20 years from today in the workspace’s time zone', () => {
  const lateInBerlin = new Date('2027-02-28T23:30:00.000Z')
  expect(decideOn({ ...eternal, now: lateInBerlin }, ...opened)).toEqual([
    added({ periodId: 'p2', kind: 'eternal', startsOn: '2027-03-01', endsOn: '2047-03-01', seats: null }),
  ])
})

describe('an existing period', () => {
  const changed = (endsOn: string): WorkspaceEvent => ({
    type: 'ActivityPeriodChanged',
    data: { workspaceId: 'w', periodId: 'p1', endsOn, reason: 'Cancelled' },
  })

  test.each(['2027-06-30', '2028-06-30', '2027-01-01'])(
    'ends sooner, later or on its first day: %s',
    (endsOn) => {
      expect(decideOn({ ...end, endsOn }, ...opened, added())).toEqual([changed(endsOn)])
    },
  )

  test('may end on a day in the past, and then no longer covers today', () => {
    const history = [...opened, added({ startsOn: '2026-12-01' })]
    const [corrected] = decideOn({ ...end, endsOn: '2026-12-31' }, ...history)
    expect(isActive(stateOf(...history), now)).toBe(true)
    expect(isActive(stateOf(...history, corrected as WorkspaceEvent), now)).toBe(false)
  })

  test('does not change if the end is the same', () => {
    expect(decideOn({ ...end, endsOn: '2027-12-31' }, ...opened, added())).toEqual([])
  })

  test('is changed only if it ends on the expected day, or already on the wanted one', () => {
    const history = [...opened, added(), changed('2027-11-30')]
    const expected = (expectedEndsOn: string, endsOn = '2027-06-30') => ({ ...end, endsOn, expectedEndsOn })
    expect(decideOn(expected('2027-11-30'), ...history)).toEqual([changed('2027-06-30')])
    expectRejected(expected('2027-12-31'), 'command.conflict', ...history)
    expect(decideOn(expected('2027-12-31', '2027-11-30'), ...history)).toEqual([])
  })

  test('cannot end before it starts, or more than 20 years from today', () => {
    expectRejected({ ...end, endsOn: '2026-12-31' }, 'input.invalid', ...opened, added())
    expectRejected({ ...end, endsOn: '2047-01-02' }, 'input.invalid', ...opened, added())
  })

  test('does not affect other periods', () => {
    const history = [...opened, added(), added({ periodId: 'p2' }), changed('2027-01-31')]
    const state = stateOf(...history) as KnownWorkspace
    expect(state.periods.map(({ endsOn }) => endsOn)).toEqual(['2027-01-31', '2027-12-31'])
  })

  test('is rejected if it does not exist', () => {
    expectRejected(end, 'period.not-found', ...opened, added({ periodId: 'p9' }))
  })
})

describe('seats', () => {
  const later = '2027-01-08T10:00:00.000Z'
  const invite = (name: string): InviteParticipant => ({
    type: 'InviteParticipant',
    participantId: `p-${name}`,
    invitationId: `i-${name}`,
    email: `${name}@example.com`,
    addressHash: `h-${name}`,
    invitedBy: 'u-anna',
    role: 'regular user',
    approver: true,
    requester: false,
    language: 'de',
    now,
  })
  const resend = (name: string): ResendInvitation => ({
    type: 'ResendInvitation',
    participantId: `p-${name}`,
    email: `${name}@example.com`,
    invitedBy: 'u-anna',
    language: 'de',
    now,
  })
  const deactivated: WorkspaceEvent = {
    type: 'ParticipantActivityChanged',
    data: { workspaceId: 'w', participantId: 'p-ben', userId: 'u-ben', active: false },
  }
  /** Anna, Ben, who is deactivated, and an open invitation. */
  const three = [...opened, joined('ben'), deactivated, invited('cleo', later)]
  const expired = invited('dora', now.toISOString())

  test('limit invitations: the last seat can be taken, the next one is rejected', () => {
    expect(decideOn(invite('eve'), ...three, added({ seats: 4 }))).toHaveLength(1)
    expectRejected(invite('eve'), 'workspace.full', ...three, added({ seats: 3 }))
  })

  test('are needed again for an expired invitation, but not for an open one', () => {
    expectRejected(resend('dora'), 'workspace.full', ...three, expired, added({ seats: 3 }))
    expect(decideOn(resend('cleo'), ...three, added({ seats: 3 }))).toHaveLength(1)
  })

  test('below the number of people remove nobody, and open invitations can be accepted', () => {
    const accept = { type: 'AcceptInvitation', invitationId: 'i-cleo', userId: 'u-cleo', now } as const
    const cleo = { ...accept, email: 'cleo@example.com', addressHash: 'h-cleo' }
    expect(decideOn(cleo, ...three, added({ seats: 1 }))).toHaveLength(1)
    const activate = { type: 'ChangeActivity', participantId: 'p-ben', value: true } as const
    expect(decideOn(activate, ...three, added({ seats: 1 }))).toHaveLength(1)
  })

  test('come from the period of today with the most seats; a period without a number is unlimited', () => {
    const yesterday = { startsOn: '2026-12-01', endsOn: '2026-12-31' }
    expectRejected(
      invite('eve'),
      'workspace.full',
      ...three,
      added({ seats: 3 }),
      added({ ...yesterday, seats: 9 }),
    )
    expect(decideOn(invite('eve'), ...three, added({ seats: 3 }), added({ seats: 4 }))).toHaveLength(1)
    expect(decideOn(invite('eve'), ...three, added({ seats: 3 }), added({ seats: null }))).toHaveLength(1)
  })
})
