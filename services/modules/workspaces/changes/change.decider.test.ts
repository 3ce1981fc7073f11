import { describe, expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined } from '#support/facts/workspace-facts.ts'
import {
  after,
  asked,
  asker,
  asking,
  invite,
  later,
  now,
  off,
  on,
  people,
  promote,
  remove,
  team,
  typesOf,
} from '#support/facts/change-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'

const workspaceId = 'w'
const evidence = { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' }
const decided = (name: string, changeId = 'c') => ({
  changeId,
  userId: `u-${name}`,
  email: `${name}@example.com`,
  now,
})
const approve = (name: string, given: object = {}, changeId = 'c') => ({
  type: 'ApproveChange' as const,
  ...decided(name, changeId),
  evidence,
  invitedEmail: null,
  adminsHaveDevices: true,
  ...given,
})
const refuse = (name: string, changeId = 'c') =>
  ({ type: 'RefuseChange', ...decided(name, changeId) }) as const
const withdraw = (name: string) =>
  ({ type: 'WithdrawChange', changeId: 'c', userId: `u-${name}`, now }) as const

describe('approving', () => {
  test('does the change in the same append, with the evidence', () => {
    const events = decideOn(approve('cleo'), ...asked)
    expect(events).toMatchObject([
      { type: 'ChangeApproved', data: { changeId: 'c', userId: 'u-cleo', assurance: 'pin', evidence } },
      { type: 'ParticipantPromoted', data: { participantId: 'p-ben' } },
    ])
    expect(decideOn(approve('cleo'), ...asked, ...events)).toEqual([])
  })
  test('is refused for one’s own change, to others than admins, without a proof and for an unknown change', () => {
    expectRejected(approve('anna'), 'access.denied', ...asked)
    expectRejected(approve('ben'), 'access.denied', ...asked)
    expectRejected(approve('cleo', { evidence: null }), 'proof.missing', ...asked)
    expectRejected(approve('cleo', {}, 'other'), 'change.not-found', ...asked)
  })
  test('is refused after seven days and after another decision', () => {
    expectRejected(approve('cleo', { now: later }), 'change.closed', ...asked)
    expectRejected(approve('cleo'), 'change.closed', ...after(refuse('cleo'), ...asked))
    expectRejected(approve('cleo'), 'change.closed', ...after(withdraw('anna'), ...asked))
  })
  test('invites with the address that the stream knows by its hash', () => {
    const facts = after({ ...invite('dora'), ...asker('anna') }, ...team)
    const events = decideOn(approve('cleo', { invitedEmail: 'dora@example.com' }), ...facts)
    expect(events[1]).toMatchObject({
      type: 'ParticipantInvited',
      data: { addressHash: 'h-dora', email: 'dora@example.com', invitedBy: 'u-anna', approver: true },
    })
    expectRejected(approve('cleo'), 'change.not-found', ...facts)
  })
  test('of the protection revokes the invitations that nobody else has seen', () => {
    const open = [
      ...people,
      invited('dora', '2026-04-01T00:00:00.000Z', { approver: true }),
      invited('emil', '2026-04-01T00:00:00.000Z', asking),
    ]
    const facts = after({ type: 'ChangeSettings', peopleProtected: true, ...asker('anna') }, ...open)
    expect(decideOn(approve('cleo'), ...facts).slice(1)).toMatchObject([
      on,
      { type: 'InvitationRevoked', data: { participantId: 'p-dora' } },
    ])
    const lost = approve('cleo', { adminsHaveDevices: false })
    expect(decideOn(lost, ...facts)).toMatchObject([
      { type: 'ChangeOvertaken', data: { reason: 'too-few-admins' } },
    ])
  })
  test('of the removal of the second admin ends the protection, as it says when it is asked for', () => {
    const facts = after({ ...remove('cleo'), ...asker('anna') }, ...team)
    expect(facts.at(-1)).toMatchObject({ data: { act: { kind: 'remove', endsProtection: true } } })
    expect(typesOf(decideOn(approve('cleo'), ...facts))).toEqual([
      'ChangeApproved',
      'ParticipantRemoved',
      'PeopleProtectionChanged',
    ])
    expect(decideOn(approve('cleo'), ...facts).at(-1)).toEqual(off)
  })
  test('finds a removal overtaken that would end the protection without saying so', () => {
    const three = [...people, joined('dora', { role: 'admin' }), on]
    const first = after({ ...remove('cleo'), ...asker('anna') }, ...three)
    const facts = after({ type: 'LeaveWorkspace', userId: 'u-dora' }, ...first)
    expect(decideOn(approve('cleo'), ...facts)).toMatchObject([
      { type: 'ChangeOvertaken', data: { userId: 'u-cleo', reason: 'too-few-admins' } },
    ])
  })
  test('finds an invitation overtaken when there is no seat', () => {
    const facts = after({ ...invite('dora'), ...asker('anna') }, ...team)
    const full: WorkspaceEvent = {
      type: 'ActivityPeriodAdded',
      data: {
        workspaceId,
        periodId: 'x',
        kind: 'period',
        startsOn: '2026-03-01',
        endsOn: '2027-03-01',
        seats: 3,
      },
    }
    expect(decideOn(approve('cleo', { invitedEmail: 'dora@example.com' }), ...facts, full)).toMatchObject([
      { type: 'ChangeOvertaken', data: { reason: 'no-seat' } },
    ])
  })
})

describe('a change that waits', () => {
  test('is refused by another admin, and not by the one who would go', () => {
    expect(typesOf(decideOn(refuse('cleo'), ...asked))).toEqual(['ChangeRefused'])
    expectRejected(refuse('anna'), 'access.denied', ...asked)
    expectRejected(refuse('cleo', 'other'), 'change.not-found', ...asked)
    const facts = after({ ...remove('cleo'), ...asker('anna') }, ...team, joined('dora', { role: 'admin' }))
    expectRejected(refuse('cleo'), 'access.denied', ...facts)
    expect(typesOf(decideOn(refuse('dora'), ...facts))).toEqual(['ChangeRefused'])
  })
  test('is withdrawn by who asked alone', () => {
    expect(typesOf(decideOn(withdraw('anna'), ...asked))).toEqual(['ChangeWithdrawn'])
    expectRejected(withdraw('cleo'), 'access.denied', ...asked)
    expectRejected({ ...withdraw('anna'), changeId: 'other' }, 'change.not-found', ...asked)
    expect(decideOn(withdraw('anna'), ...after(withdraw('anna'), ...asked))).toEqual([])
  })
  test.each<[string, WorkspaceEvent]>([
    [
      'target-gone',
      { type: 'ParticipantLeft', data: { workspaceId, participantId: 'p-ben', userId: 'u-ben' } },
    ],
    [
      'requester-gone',
      { type: 'ParticipantLeft', data: { workspaceId, participantId: 'p-anna', userId: 'u-anna' } },
    ],
  ])('is overtaken by what makes it impossible: %s', (reason, event) => {
    const three = after(
      { ...promote('ben'), ...asker('anna') },
      ...people,
      joined('dora', { role: 'admin' }),
      on,
    )
    const userId = 'userId' in event.data ? String(event.data.userId) : ''
    expect(decideOn({ type: 'LeaveWorkspace', userId }, ...three)).toMatchObject([
      { type: 'ParticipantLeft' },
      { type: 'ChangeOvertaken', data: { changeId: 'c', reason } },
    ])
  })
  test('expires once', () => {
    const record = { type: 'RecordDeadlines', now: later } as const
    const events = decideOn(record, ...asked).filter(({ type }) => type === 'ChangeExpired')
    expect(events).toHaveLength(1)
    expect(typesOf(decideOn(record, ...asked, ...events))).not.toContain('ChangeExpired')
    expect(typesOf(decideOn({ ...record, now }, ...asked))).not.toContain('ChangeExpired')
  })
})

test('a wrong proof is recorded for another admin’s change alone', () => {
  const wrong = (name: string, changeId = 'c') =>
    ({
      type: 'RefuseChangeApproval',
      changeId,
      userId: `u-${name}`,
      deviceId: 'd',
      reason: 'wrong-pin',
      triesLeft: 4,
    }) as const
  expect(typesOf(decideOn(wrong('cleo'), ...asked))).toEqual(['ChangeApprovalRefused'])
  expectRejected(wrong('anna'), 'access.denied', ...asked)
  expectRejected(wrong('cleo', 'other'), 'change.not-found', ...asked)
})
