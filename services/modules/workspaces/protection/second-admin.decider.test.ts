import { describe, expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined } from '#support/facts/workspace-facts.ts'
import {
  after,
  asked,
  asker,
  invite,
  later,
  now,
  on,
  people,
  promote,
  remove,
  team,
  typesOf,
} from '#support/facts/change-facts.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { MAX_PENDING } from './second-admin.decider.ts'

const toggle = (name: string, value: boolean) =>
  ({ type: 'ChangeActivity', participantId: `p-${name}`, value }) as const
const right = (value: boolean, name = 'ben') =>
  ({ type: 'ChangeRight', right: 'approver', participantId: `p-${name}`, value }) as const

describe('while people are protected', () => {
  test.each<[string, WorkspaceCommand, readonly WorkspaceEvent[]]>([
    ['an invitation of an approver', invite('dora'), team],
    ['an invitation of an admin', invite('dora', { role: 'admin', approver: false }), team],
    ['making somebody an approver', right(true), team],
    ['making somebody an admin', promote('ben'), team],
    [
      'activating an approver',
      toggle('dora', true),
      after(toggle('dora', false), ...people, joined('dora', { approver: true }), on),
    ],
    ['deactivating an admin', toggle('cleo', false), team],
    ['removing an admin', remove('cleo'), team],
    ['switching the protection off', { type: 'ChangeSettings', peopleProtected: false }, team],
    ['deleting the workspace', { type: 'DeleteWorkspace', now }, team],
  ])('%s waits for a second admin', (_what, command, facts) => {
    const events = decideOn({ ...command, ...asker('anna') }, ...facts)
    expect(events).toMatchObject([
      {
        type: 'ChangeAsked',
        data: { changeId: 'c', userId: 'u-anna', expiresAt: later.toISOString(), further: 0 },
      },
    ])
  })

  test.each<[string, WorkspaceCommand]>([
    ['an invitation of a requester', invite('dora', { approver: false, requester: true })],
    ['deactivating somebody who only makes requests', toggle('ben', false)],
    ['removing somebody who only makes requests', remove('ben')],
    ['renaming the workspace', { type: 'ChangeSettings', name: 'New' }],
  ])('%s does not', (_what, command) => {
    const events = decideOn({ ...command, ...asker('anna') }, ...team)
    expect(typesOf(events)).not.toContain('ChangeAsked')
    expect(events).toHaveLength(1)
  })

  test('the settings of the same command are changed at once', () => {
    const command = { type: 'ChangeSettings', name: 'New', peopleProtected: false, ...asker('anna') } as const
    expect(typesOf(decideOn(command, ...team))).toEqual(['WorkspaceSettingsChanged', 'ChangeAsked'])
  })

  test('the operator deletes a workspace alone', () => {
    expect(typesOf(decideOn({ type: 'DeleteWorkspace', now, by: 'operator' }, ...team))).toEqual([
      'WorkspaceDeleted',
    ])
  })

  test('a command that does not say who asks does nothing', () => {
    expect(() => decideOn(promote('ben'), ...team)).toThrow('does not say who asks')
  })

  test('an open invitation is sent again, and one that was revoked waits', () => {
    const open = [...team, invited('dora', '2026-04-01T00:00:00.000Z', { approver: true })]
    const again = {
      type: 'ResendInvitation' as const,
      participantId: 'p-dora',
      email: 'dora@example.com',
      invitedBy: 'u-anna',
      language: 'de' as const,
      now,
      ...asker('anna'),
    }
    expect(typesOf(decideOn(again, ...open))).toEqual(['ParticipantInvited'])
    const revoked = after({ type: 'RevokeInvitation', participantId: 'p-dora' }, ...open)
    expect(typesOf(decideOn(again, ...revoked))).toEqual(['ChangeAsked'])
  })

  test('one of the last two admins neither leaves nor deletes their account', () => {
    const facts = [...people, on]
    expectRejected({ type: 'LeaveWorkspace', userId: 'u-cleo' }, 'participant.needed-admin', ...facts)
    const leaver = { userId: 'u-cleo', addressHash: 'h-cleo', deletionId: 'x' }
    expectRejected({ type: 'PrepareToLeave', ...leaver }, 'participant.needed-admin', ...facts)
    const three = [...facts, joined('dora', { role: 'admin' })]
    expect(typesOf(decideOn({ type: 'LeaveWorkspace', userId: 'u-cleo' }, ...three))).toEqual([
      'ParticipantLeft',
    ])
  })
})

describe('asking', () => {
  test('for the same again waits for the same change', () => {
    expect(decideOn({ ...promote('ben'), ...asker('cleo', 'd') }, ...asked)).toEqual([])
  })
  test('for other rights of the same person is refused while one waits', () => {
    const facts = after({ ...invite('dora'), ...asker('anna') }, ...team)
    const other = { ...invite('dora', { role: 'admin' }), ...asker('anna', 'd') }
    expectRejected(other, 'change.exists', ...facts)
  })
  test('is refused when too many changes wait, until some have expired', () => {
    const many = Array.from({ length: MAX_PENDING }, (_, index) => joined(`r${index}`))
    const facts = many.reduce(
      (known, _, index) => after({ ...promote(`r${index}`), ...asker('anna', `c${index}`) }, ...known),
      [...people, ...many, on] as WorkspaceEvent[],
    )
    expectRejected({ ...promote('ben'), ...asker('anna', 'last') }, 'change.limit', ...facts)
    const inTime = { ...promote('ben'), ...asker('anna', 'last', { now: later }) }
    expect(typesOf(decideOn(inTime, ...facts))).toEqual(['ChangeAsked'])
  })
  test('is refused to somebody who is no admin', () => {
    expectRejected({ ...promote('ben'), ...asker('ben') }, 'access.denied', ...team)
  })
  test('for the protection needs two admins with a device, without protection too', () => {
    const command = { type: 'ChangeSettings', peopleProtected: true } as const
    const none = asker('anna', 'c', { adminsHaveDevices: false })
    expectRejected({ ...command, ...none }, 'workspace.too-few-admins', ...people)
    expect(typesOf(decideOn({ ...command, ...asker('anna') }, ...people))).toEqual(['ChangeAsked'])
  })
})

test('rows of a bulk invitation that open a door wait, each with a change of its own and one mail for all', () => {
  const { decide, evolve, initialState } = workspaceDecider
  const row = (invitee: ReturnType<typeof invite>) => {
    const { participantId, invitationId, email, addressHash, role, approver, requester } = invitee
    return { participantId, invitationId, email, addressHash, role, approver, requester }
  }
  const rows = [
    row(invite('dora')),
    row(invite('emil', { approver: false, requester: true })),
    row(invite('fritz', { role: 'admin' })),
  ]
  const state = team.reduce(evolve, initialState)
  const command = {
    type: 'InviteParticipants',
    rows,
    refusedBy: () => null,
    invitedBy: 'u-anna',
    language: 'de',
    now,
    ...asker('anna'),
  } as const
  expect(decide(command, state)).toMatchObject([
    { type: 'ChangeAsked', data: { changeId: 'c', addressHash: 'h-dora', further: 1 } },
    { type: 'ParticipantInvited', data: { addressHash: 'h-emil' } },
    { type: 'ChangeAsked', data: { changeId: 'c-1', addressHash: 'h-fritz', further: null } },
  ])
  expect(() => decide({ ...command, ...asker('ben') }, state)).toThrow(
    expect.objectContaining({ code: 'access.denied' }),
  )
})
