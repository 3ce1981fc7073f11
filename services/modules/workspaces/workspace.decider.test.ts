import { describe, expect, test } from 'vitest'
import type {
  AcceptInvitation,
  InviteParticipant,
} from '#modules/workspaces/invitations/invitation.decider.ts'
import { workspaceDecider, type CreateWorkspace, type WorkspaceCommand } from './workspace.decider.ts'
import type { WorkspaceEvent } from './workspace.events.ts'
import {
  isActive,
  lastMemberOfUser,
  memberOfUser,
  type KnownWorkspace,
  type WorkspaceState,
} from './workspace.state.ts'

const { decide, evolve, initialState } = workspaceDecider

const workspaceId = 'w'
const now = new Date('2026-03-02T10:00:00.000Z')
const inAWeek = '2026-03-09T10:00:00.000Z'
const anna = { userId: 'u-anna', email: 'anna@example.com', addressHash: 'h-anna' }
const ben = { userId: 'u-ben', email: 'ben@example.com', addressHash: 'h-ben' }

const createWorkspace: CreateWorkspace = {
  type: 'CreateWorkspace',
  workspaceId,
  participantId: 'p-anna',
  name: 'Praxis',
  timezone: 'Europe/Berlin',
  trialStartsOn: '2026-03-02',
  trialEndsOn: '2026-04-01',
  creator: anna,
}
const inviteBen: InviteParticipant = {
  type: 'InviteParticipant',
  participantId: 'p-ben',
  invitationId: 'i-ben',
  email: ben.email,
  addressHash: ben.addressHash,
  invitedBy: anna.userId,
  role: 'regular user',
  approver: true,
  requester: false,
  language: 'de',
  now,
}
const acceptBen: AcceptInvitation = { type: 'AcceptInvitation', invitationId: 'i-ben', ...ben, now }

const created: WorkspaceEvent = {
  type: 'WorkspaceCreated',
  data: {
    workspaceId,
    name: 'Praxis',
    timezone: 'Europe/Berlin',
    trialStartsOn: '2026-03-02',
    trialEndsOn: '2026-04-01',
  },
}
const annaJoined: WorkspaceEvent = {
  type: 'ParticipantJoined',
  data: {
    workspaceId,
    participantId: 'p-anna',
    ...anna,
    role: 'admin',
    approver: true,
    requester: true,
    invitationId: null,
  },
}
const benInvited = (
  given: { role?: 'admin'; generation?: number; expiresAt?: string } = {},
): WorkspaceEvent => ({
  type: 'ParticipantInvited',
  data: {
    workspaceId,
    participantId: 'p-ben',
    invitationId: 'i-ben',
    addressHash: ben.addressHash,
    email: ben.email,
    invitedBy: anna.userId,
    role: 'regular user',
    approver: true,
    requester: false,
    generation: 1,
    expiresAt: inAWeek,
    language: 'de',
    ...given,
  },
})
const benJoined = (role: 'admin' | 'regular user' = 'regular user'): WorkspaceEvent => ({
  type: 'ParticipantJoined',
  data: {
    workspaceId,
    participantId: 'p-ben',
    ...ben,
    role,
    approver: true,
    requester: false,
    invitationId: 'i-ben',
  },
})
const left = ({ userId }: { userId: string }, participantId: string): WorkspaceEvent => ({
  type: 'ParticipantLeft',
  data: { workspaceId, participantId, userId },
})
const closed: WorkspaceEvent = {
  type: 'WorkspaceClosed',
  data: { workspaceId, reason: 'last participant left' },
}
const others = (count: number): WorkspaceEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    type: 'ParticipantInvited',
    data: {
      ...(benInvited().data as Extract<WorkspaceEvent, { type: 'ParticipantInvited' }>['data']),
      participantId: `p${i}`,
      invitationId: `i${i}`,
      addressHash: `h${i}`,
    },
  }))

/** As in production, personal fields are removed before events are folded. */
const withoutPersonal = (event: WorkspaceEvent): WorkspaceEvent =>
  ({ ...event, data: { ...event.data, ...('email' in event.data && { email: null }) } }) as WorkspaceEvent
const given = (...events: WorkspaceEvent[]): WorkspaceState =>
  events.map(withoutPersonal).reduce(evolve, initialState)
const when = (command: WorkspaceCommand, ...events: WorkspaceEvent[]) => decide(command, given(...events))
const rejection = (code: string) => expect.objectContaining({ code })
const open = [created, annaJoined]

describe('creating', () => {
  test('the creator is the first participant: admin, approver, requester', () => {
    expect(when(createWorkspace)).toEqual([created, annaJoined])
  })

  test('a description is optional', () => {
    const [event] = when({ ...createWorkspace, description: 'Ärzte' })
    expect(event).toEqual({ type: 'WorkspaceCreated', data: { ...created.data, description: 'Ärzte' } })
  })

  test('a workspace is created once', () => {
    expect(when(createWorkspace, ...open)).toEqual([])
  })
})

describe('settings', () => {
  test('change only the given fields', () => {
    expect(
      when(
        { type: 'ChangeSettings', name: 'Klinik', billing: { email: 'pay@example.com', addressHash: 'h' } },
        ...open,
      ),
    ).toEqual([
      {
        type: 'WorkspaceSettingsChanged',
        data: { workspaceId, name: 'Klinik', billingUser: 'pay@example.com', billingAddressHash: 'h' },
      },
    ])
  })

  test('the time zone changes the day on which the trial ends', () => {
    const [changed] = when({ type: 'ChangeSettings', timezone: 'America/New_York' }, ...open)
    const lastNight = new Date('2026-04-02T03:00:00.000Z')
    expect(isActive(given(...open), lastNight)).toBe(false)
    expect(isActive(given(...open, changed!), lastNight)).toBe(true)
  })

  test('the billing address agrees once, and only while it is the billing address', () => {
    const billing = { email: 'pay@example.com', addressHash: 'h' }
    const [changed] = when({ type: 'ChangeSettings', billing }, ...open)
    const confirm = { type: 'ConfirmBillingAddress', addressHash: 'h' } as const
    const [confirmed, ...more] = when(confirm, ...open, changed!)
    expect([confirmed, more]).toEqual([
      { type: 'BillingAddressConfirmed', data: { workspaceId, billingAddressHash: 'h' } },
      [],
    ])
    expect(when(confirm, ...open, changed!, confirmed!)).toEqual([])
    expect(when({ type: 'ChangeSettings', billing }, ...open, changed!, confirmed!)).toEqual([])
    const [again] = when({ type: 'ChangeSettings', billing: { ...billing, addressHash: 'i' } }, ...open)
    expect(() => when(confirm, ...open, changed!, again!)).toThrow(rejection('token.not-found'))
    // An address that was another meanwhile agrees again, as the settings say that it has not.
    expect(when(confirm, ...open, changed!, confirmed!, again!, changed!)).toEqual([confirmed])
    expect(() => when(confirm, ...open)).toThrow(rejection('token.not-found'))
  })

  test.each([
    ['DrillResultsChanged', { drillResultsByPerson: true }, { byPerson: true }],
    ['BreakGlassAllowed', { breakGlass: true }, { allowed: true }],
  ] as const)('a switch is recorded once as %s', (type, setting, data) => {
    const change = { type: 'ChangeSettings', ...setting } as const
    const switched = when(change, ...open)
    expect(switched).toMatchObject([{ type, data }])
    expect(when(change, ...open, ...switched)).toEqual([])
  })

  test('no fields, and those that stand so already, change nothing', () => {
    expect(when({ type: 'ChangeSettings' }, ...open)).toEqual([])
    expect(when({ type: 'ChangeSettings', timezone: 'Europe/Berlin' }, ...open)).toEqual([])
    const current = { name: 'Klinik', description: null }
    const same = { type: 'ChangeSettings', name: 'Klinik', description: '', current } as const
    expect(when(same, ...open)).toEqual([])
    expect(when({ ...same, name: 'Praxis', description: 'Neu' }, ...open)).toMatchObject([
      { data: { name: 'Praxis', description: 'Neu' } },
    ])
  })

  test('cannot be changed unless the workspace is open', () => {
    expect(() => when({ type: 'ChangeSettings', name: 'Klinik' })).toThrow(rejection('workspace.not-found'))
    expect(() =>
      when({ type: 'ChangeSettings', name: 'Klinik' }, ...open, left(anna, 'p-anna'), closed),
    ).toThrow(rejection('workspace.not-found'))
  })
})

describe('inviting', () => {
  test('an invitation is valid for seven days', () => {
    expect(when(inviteBen, ...open)).toEqual([benInvited()])
  })

  test('an admin needs neither right', () => {
    const [event] = when({ ...inviteBen, role: 'admin', approver: false }, ...open)
    expect(event).toMatchObject({ data: { role: 'admin', approver: false, requester: false } })
  })

  test('an address with an open invitation is not invited again', () => {
    expect(() => when(inviteBen, ...open, benInvited())).toThrow(rejection('participant.exists'))
  })

  test('the address of a participant, including the creator, is not invited again', () => {
    expect(() => when(inviteBen, ...open, benInvited(), benJoined())).toThrow(rejection('participant.exists'))
    expect(() => when({ ...inviteBen, addressHash: anna.addressHash }, ...open)).toThrow(
      rejection('participant.exists'),
    )
  })

  test('a former participant can be invited again', () => {
    const again = { ...inviteBen, participantId: 'p-ben2', invitationId: 'i-ben2' }
    const [event] = when(again, ...open, benInvited(), benJoined(), left(ben, 'p-ben'))
    expect(event).toMatchObject({ data: { participantId: 'p-ben2', invitationId: 'i-ben2', generation: 1 } })
  })

  test('inviting an expired address creates a new generation for the same participant', () => {
    const expired = benInvited({ expiresAt: now.toISOString() })
    const again = { ...inviteBen, participantId: 'p-other', invitationId: 'i-other', role: 'admin' as const }
    expect(when(again, ...open, expired)).toEqual([benInvited({ role: 'admin', generation: 2 })])
  })

  test('rejects the invitation after a hundred open ones', () => {
    expect(when(inviteBen, ...open, ...others(99))).toHaveLength(1)
    expect(() => when(inviteBen, ...open, ...others(100))).toThrow(rejection('invitation.limit'))
  })

  test('expired invitations do not count', () => {
    const later = { ...inviteBen, now: new Date(inAWeek) }
    expect(when(later, ...open, ...others(100))).toHaveLength(1)
  })
})

describe('accepting', () => {
  const invited = [...open, benInvited()]

  test('the invited person joins with the rights of the invitation', () => {
    expect(when(acceptBen, ...invited)).toEqual([benJoined()])
  })

  test('accepting again changes nothing', () => {
    expect(when(acceptBen, ...invited, benJoined())).toEqual([])
  })

  test('another address cannot accept it', () => {
    expect(() => when({ ...acceptBen, addressHash: 'h-eve' }, ...invited)).toThrow(
      rejection('invitation.not-found'),
    )
  })

  test('another account cannot accept it again', () => {
    expect(() => when({ ...acceptBen, userId: 'u-eve' }, ...invited, benJoined())).toThrow(
      rejection('invitation.not-found'),
    )
  })

  const cleo = { userId: 'u-cleo', email: 'cleo@example.com', addressHash: 'h-cleo' }
  const cleoJoined: WorkspaceEvent = {
    type: 'ParticipantJoined',
    data: { ...annaJoined.data, ...cleo, participantId: 'p-cleo' },
  }

  test('an invitation closes when the inviter is no longer an admin; another admin can invite again', () => {
    const orphaned = [...invited, cleoJoined, left(anna, 'p-anna')]
    expect(() => when(acceptBen, ...orphaned)).toThrow(rejection('invitation.not-found'))
    const byCleo = { ...inviteBen, participantId: 'p-new', invitationId: 'i-new', invitedBy: cleo.userId }
    const [again] = when(byCleo, ...orphaned)
    expect(again).toEqual({
      type: 'ParticipantInvited',
      data: { ...benInvited({ generation: 2 }).data, invitedBy: cleo.userId },
    })
    expect(when(acceptBen, ...orphaned, again!)).toEqual([benJoined()])
  })

  test('an invitation cannot be accepted once the subscription has ended', () => {
    const late = new Date('2026-04-02T10:00:00.000Z')
    const longLived = benInvited({ expiresAt: '2026-05-01T10:00:00.000Z' })
    const history = [...invited.slice(0, -1), longLived]
    expect(() => when({ ...acceptBen, now: late }, ...history)).toThrow(rejection('invitation.not-found'))
    expect(when(acceptBen, ...history)).toEqual([benJoined()])
  })

  test('an expired or unknown invitation cannot be accepted', () => {
    expect(() => when({ ...acceptBen, now: new Date(inAWeek) }, ...invited)).toThrow(
      rejection('invitation.not-found'),
    )
    expect(() => when({ ...acceptBen, invitationId: 'i' }, ...invited)).toThrow(
      rejection('invitation.not-found'),
    )
    expect(() => when(acceptBen)).toThrow(rejection('invitation.not-found'))
  })

  test('an invitation to a closed workspace cannot be accepted', () => {
    expect(() => when(acceptBen, ...invited, left(anna, 'p-anna'), closed)).toThrow(
      rejection('invitation.not-found'),
    )
  })
})

describe('leaving', () => {
  const leave = ({ userId }: { userId: string }): WorkspaceCommand => ({ type: 'LeaveWorkspace', userId })
  const two = [...open, benInvited(), benJoined()]

  test('a regular user may leave', () => {
    expect(when(leave(ben), ...two)).toEqual([left(ben, 'p-ben')])
  })

  test('the last active admin may not leave others behind', () => {
    expect(() => when(leave(anna), ...two)).toThrow(rejection('participant.last-admin'))
  })

  test('an admin may leave if another one remains', () => {
    expect(when(leave(anna), ...open, benInvited({ role: 'admin' }), benJoined('admin'))).toEqual([
      left(anna, 'p-anna'),
    ])
  })

  const inactive = (state: WorkspaceState, userId: string): WorkspaceState => {
    const member = memberOfUser(state, userId)
    if (!member || state.kind === 'none') throw new Error('no such member')
    return { ...state, members: state.members.set(member.participantId, { ...member, active: false }) }
  }

  test('an inactive admin does not count as admin, but as a participant', () => {
    const state = inactive(given(...open, benInvited({ role: 'admin' }), benJoined('admin')), ben.userId)
    expect(() => decide(leave(anna), state)).toThrow(rejection('participant.last-admin'))
    expect(decide(leave(ben), state)).toEqual([left(ben, 'p-ben')])
  })

  test('other participants may always leave', () => {
    expect(decide(leave(ben), inactive(given(...two), anna.userId))).toEqual([left(ben, 'p-ben')])
  })

  test('the last participant closes the workspace, despite open invitations', () => {
    expect(when(leave(anna), ...open, benInvited())).toEqual([left(anna, 'p-anna'), closed])
  })

  test('leaving twice changes nothing', () => {
    expect(when(leave(ben), ...open)).toEqual([])
    expect(when(leave(ben), ...two, left(ben, 'p-ben'))).toEqual([])
  })
})

describe('deleting', () => {
  const deleted: WorkspaceEvent = {
    type: 'WorkspaceDeleted',
    data: { workspaceId, erasesAt: '2026-04-01T10:00:00.000Z' },
  }
  const deletion: WorkspaceCommand = { type: 'DeleteWorkspace', now }

  test('retains the data for 30 days of 24 hours, whatever participants remain', () => {
    expect(when(deletion, ...open, benInvited(), benJoined('admin'))).toEqual([deleted])
  })

  test('the audit log can be exported until the retention ends, and each export is recorded', () => {
    const exportAt = (at: Date): WorkspaceCommand => ({ type: 'ExportHistory', format: 'csv', now: at })
    const exported = [{ type: 'HistoryExported', data: { workspaceId, format: 'csv' } }]
    expect(when(exportAt(now), ...open)).toEqual(exported)
    const state = given(...open, deleted)
    expect(decide(exportAt(new Date('2026-04-01T09:59:59.999Z')), state)).toEqual(exported)
    expect(lastMemberOfUser(state as KnownWorkspace, anna.userId)).toMatchObject({
      role: 'admin',
      active: true,
    })
    const gone = rejection('workspace.not-found')
    expect(() => decide(exportAt(new Date('2026-04-01T10:00:00.000Z')), state)).toThrow(gone)
    const erased: WorkspaceEvent = { type: 'WorkspaceErased', data: { workspaceId } }
    for (const before of [[], [...open, left(anna, 'p-anna'), closed], [...open, deleted, erased]])
      expect(() => when(exportAt(now), ...before)).toThrow(gone)
  })

  test('a deleted workspace has no members and rejects commands', () => {
    const state = given(...open, benInvited(), deleted)
    expect(memberOfUser(state, anna.userId)).toBeUndefined()
    expect(isActive(state, now)).toBe(false)
    for (const command of [deletion, inviteBen, { type: 'LeaveWorkspace', userId: anna.userId } as const])
      expect(() => decide(command, state)).toThrow(rejection('workspace.not-found'))
    expect(() => decide(acceptBen, state)).toThrow(rejection('invitation.not-found'))
  })

  test('a closed workspace cannot be deleted', () => {
    expect(() => when(deletion, ...open, left(anna, 'p-anna'), closed)).toThrow(
      rejection('workspace.not-found'),
    )
  })
})

test('people are protected only if two admins have a device', () => {
  const by = {
    userId: anna.userId,
    email: anna.email,
    changeId: () => 'c',
    salt: () => 's',
    targetEmail: null,
    now,
  }
  const protect = (adminsHaveDevices: boolean): WorkspaceCommand => ({
    type: 'ChangeSettings',
    peopleProtected: true,
    by: { ...by, adminsHaveDevices },
  })
  const state = [created, annaJoined].reduce(evolve, initialState)
  expect(() => decide(protect(false), state)).toThrow(rejection('workspace.too-few-admins'))
  expect(decide(protect(true), state)).toMatchObject([{ type: 'ChangeAsked' }])
})
