import { describe, expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined, opened, stateOf } from '#support/facts/workspace-facts.ts'
import type { ParticipantCommand } from './participant.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser } from '#modules/workspaces/workspace.state.ts'

const workspaceId = 'w'
const ben = { workspaceId, participantId: 'p-ben', userId: 'u-ben' }
const two = [...opened, joined('ben')]
const twoAdmins = [...opened, joined('ben', { role: 'admin' })]
const pending = [...opened, invited('ben', '2026-04-01T00:00:00.000Z')]

const activity = (participantId: string, value?: boolean): ParticipantCommand => ({
  type: 'ChangeActivity',
  participantId,
  ...(value !== undefined && { value }),
})
const right = (name: 'approver' | 'requester', value?: boolean): ParticipantCommand => ({
  type: 'ChangeRight',
  right: name,
  participantId: 'p-ben',
  ...(value !== undefined && { value }),
})
const promote: ParticipantCommand = { type: 'PromoteParticipant', participantId: 'p-ben' }
const remove = (participantId: string): ParticipantCommand => ({ type: 'RemoveParticipant', participantId })
const deactivated: WorkspaceEvent = { type: 'ParticipantActivityChanged', data: { ...ben, active: false } }

test.each([
  ['activity', activity('p-eve')],
  ['a right', { ...right('approver'), participantId: 'p-eve' }],
  ['the role', { ...promote, participantId: 'p-eve' }],
  ['the place', remove('p-eve')],
])('%s of an unknown participant cannot be changed', (_what, command) => {
  expectRejected(command, 'participant.not-found', ...two)
})

test.each([
  ['activity', activity('p-ben')],
  ['a right', right('requester')],
  ['the role', promote],
])('%s of an invited participant cannot be changed', (_what, command) => {
  expectRejected(command, 'participant.pending', ...pending)
})

test('one of the last two admins does not leave while people are protected', () => {
  const on: WorkspaceEvent = { type: 'PeopleProtectionChanged', data: { workspaceId, protected: true } }
  const leave: ParticipantCommand = { type: 'LeaveWorkspace', userId: 'u-ben' }
  const prepare: ParticipantCommand = {
    type: 'PrepareToLeave',
    userId: 'u-ben',
    addressHash: 'h-ben',
    deletionId: 'd',
  }
  for (const command of [leave, prepare])
    expectRejected(command, 'participant.needed-admin', ...twoAdmins, on)
  expect(decideOn(leave, ...twoAdmins, on, joined('eve', { role: 'admin' }))).toMatchObject([
    { type: 'ParticipantLeft' },
  ])
})

describe('activity', () => {
  test('is toggled without a value, and set with one', () => {
    expect(decideOn(activity('p-ben'), ...two)).toEqual([deactivated])
    const back = { type: 'ParticipantActivityChanged', data: { ...ben, active: true } }
    expect(decideOn(activity('p-ben'), ...two, deactivated)).toEqual([back])
    expect(decideOn(activity('p-ben', true), ...two, deactivated)).toEqual([back])
  })
  test('does not change if it has the wanted value', () => {
    expect(decideOn(activity('p-ben', true), ...two)).toEqual([])
    expect(decideOn(activity('p-ben', false), ...two, deactivated)).toEqual([])
  })
  test('of the last active admin cannot end', () => {
    expectRejected(activity('p-anna'), 'participant.last-admin', ...two)
    expectRejected(activity('p-anna'), 'participant.last-admin', ...twoAdmins, deactivated)
    expectRejected(activity('p-anna'), 'participant.last-admin', ...opened)
    expect(decideOn(activity('p-anna'), ...twoAdmins)).toHaveLength(1)
  })
  test('does not affect the rights', () => {
    const state = stateOf(...two, deactivated)
    expect(memberOfUser(state, 'u-ben')).toMatchObject({ active: false, approver: true, requester: false })
  })
})

describe('rights', () => {
  test('are recorded together, whichever changes', () => {
    expect(decideOn(right('requester'), ...two)).toEqual([
      { type: 'ParticipantRightsChanged', data: { ...ben, approver: true, requester: true } },
    ])
  })
  test('do not change if they have the wanted value', () => {
    expect(decideOn(right('approver', true), ...two)).toEqual([])
  })
  test('of a regular user cannot both be revoked', () => {
    expectRejected(right('approver'), 'participant.no-role', ...two)
    expectRejected(right('approver', false), 'participant.no-role', ...two)
    expect(decideOn(right('approver'), ...twoAdmins)).toHaveLength(1)
  })
  test('apply to later commands', () => {
    const [changed] = decideOn(right('requester'), ...two)
    expect(memberOfUser(stateOf(...two, changed!), 'u-ben')).toMatchObject({ requester: true })
  })
})

describe('becoming admin', () => {
  test('keeps the rights, and is recorded once', () => {
    const [promoted] = decideOn(promote, ...two)
    expect(promoted).toEqual({ type: 'ParticipantPromoted', data: { ...ben, role: 'admin' } })
    const state = stateOf(...two, promoted!)
    expect(memberOfUser(state, 'u-ben')).toMatchObject({ role: 'admin', approver: true, requester: false })
    expect(decideOn(promote, ...two, promoted!)).toEqual([])
  })
  test('allows another admin to leave', () => {
    const [promoted] = decideOn(promote, ...two)
    expect(decideOn(activity('p-anna'), ...two, promoted!)).toHaveLength(1)
  })
})

describe('removing', () => {
  const removed: WorkspaceEvent = { type: 'ParticipantRemoved', data: ben }
  test('removes joined and invited participants', () => {
    expect(decideOn(remove('p-ben'), ...two)).toEqual([removed])
    expect(decideOn(remove('p-ben'), ...pending)).toEqual([
      { type: 'ParticipantRemoved', data: { ...ben, userId: null } },
    ])
    const state = stateOf(...two, removed)
    expect(memberOfUser(state, 'u-ben')).toBeUndefined()
    expectRejected(remove('p-ben'), 'participant.not-found', ...two, removed)
  })
  test('never removes the last active admin', () => {
    expectRejected(remove('p-anna'), 'participant.last-admin', ...two)
    expectRejected(remove('p-anna'), 'participant.last-admin', ...opened)
    expect(decideOn(remove('p-anna'), ...twoAdmins)).toHaveLength(1)
  })
  test('ends the invitation', () => {
    const withdrawn: WorkspaceEvent = { type: 'ParticipantRemoved', data: { ...ben, userId: null } }
    const accept = {
      type: 'AcceptInvitation',
      invitationId: 'i-ben',
      userId: 'u-ben',
      email: 'ben@example.com',
      addressHash: 'h-ben',
      now: new Date('2026-03-01T00:00:00.000Z'),
    } as const
    expect(decideOn(accept, ...pending)).toHaveLength(1)
    expectRejected(accept, 'invitation.not-found', ...pending, withdrawn)
  })
})

describe('deleting an account', () => {
  const anna = { workspaceId, participantId: 'p-anna', userId: 'u-anna' }
  const announced = (deletionId = 'd'): WorkspaceEvent => ({
    type: 'DepartureAnnounced',
    data: { ...anna, deletionId },
  })
  const cancelled: WorkspaceEvent = { type: 'DepartureCancelled', data: anna }
  const prepare = (name: string, deletionId = 'd'): ParticipantCommand => ({
    type: 'PrepareToLeave',
    userId: `u-${name}`,
    addressHash: `h-${name}`,
    deletionId,
  })
  const stay = (deletionId = 'd'): ParticipantCommand => ({ type: 'Stay', userId: 'u-anna', deletionId })
  const leave = (name: string): ParticipantCommand => ({ type: 'LeaveWorkspace', userId: `u-${name}` })
  const accept = {
    type: 'AcceptInvitation',
    invitationId: 'i-ben',
    userId: 'u-ben',
    email: 'ben@example.org',
    addressHash: 'h-ben',
    now: new Date('2026-03-01T00:00:00.000Z'),
  } as const

  test('announces the departure of a participant, once for each deletion', () => {
    expect(decideOn(prepare('anna'), ...twoAdmins)).toEqual([announced()])
    expect(decideOn(prepare('anna'), ...twoAdmins, announced())).toEqual([])
    expect(decideOn(prepare('anna', 'e'), ...twoAdmins, announced())).toEqual([announced('e')])
    expect(decideOn(prepare('anna'), ...opened)).toEqual([announced()])
  })

  test('is rejected for the last active admin; admins who are leaving do not count', () => {
    expectRejected(prepare('anna'), 'participant.last-admin', ...two)
    for (const command of [prepare('ben'), leave('ben'), remove('p-ben'), activity('p-ben', false)])
      expectRejected(command, 'participant.last-admin', ...twoAdmins, announced())
  })

  test('lets a leaving admin leave, although no other admin remains', () => {
    expect(decideOn(leave('anna'), ...twoAdmins, announced())).toEqual([
      { type: 'ParticipantLeft', data: anna },
    ])
  })

  test('closes the invitations of a leaving admin', () => {
    expectRejected(accept, 'invitation.not-found', ...pending, announced())
    expect(decideOn(accept, ...pending, announced(), cancelled)).toHaveLength(1)
  })

  test('is reverted when another workspace rejects it; other deletions are not', () => {
    expect(decideOn(stay(), ...twoAdmins, announced())).toEqual([cancelled])
    expect(decideOn(stay('e'), ...twoAdmins, announced())).toEqual([])
    expect(decideOn(stay(), ...twoAdmins, announced(), cancelled)).toEqual([])
    expect(decideOn(leave('ben'), ...twoAdmins, announced(), cancelled)).toHaveLength(1)
  })

  test('removes an invitation to the address', () => {
    const removed: WorkspaceEvent = { type: 'ParticipantRemoved', data: { ...ben, userId: null } }
    expect(decideOn(prepare('ben'), ...pending)).toEqual([removed])
    expectRejected(accept, 'invitation.not-found', ...pending, removed)
    expect(decideOn(prepare('ben'), ...opened)).toEqual([])
  })
})
