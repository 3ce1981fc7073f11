import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited, joined, stateOf } from '#support/facts/workspace-facts.ts'
import { after, asker, now, people, team, typesOf } from '#support/facts/change-facts.ts'
import { isAhead } from './absence.state.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { SetAbsence } from './absence.decider.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(now.getTime() + days * DAY)
const iso = (days: number) => at(days).toISOString()
const away = (deputies: readonly string[] = ['p-cleo'], from = 1, until = 8) => ({
  from: iso(from),
  until: iso(until),
  deputies,
})
const set = (by: string, given: Partial<SetAbsence> = {}) => ({
  type: 'SetAbsence' as const,
  participantId: 'p-anna',
  userId: `u-${by}`,
  absence: away(),
  emails: new Map([['p-cleo', 'cleo@example.com']]),
  now,
  ...asker(by),
  ...given,
})
const absenceIn = (facts: readonly WorkspaceEvent[], id = 'p-anna') => {
  const state = stateOf(...facts)
  const member = state.kind === 'none' ? undefined : state.members.get(id)
  return member?.kind === 'joined' ? member.absence : undefined
}

test('a person and an admin set an absence with deputies, and nobody else does', () => {
  const facts = after(set('anna'), ...people)
  expect(facts.at(-1)).toMatchObject({
    type: 'AbsenceSet',
    data: {
      participantId: 'p-anna',
      deputyId: 'p-cleo',
      deputyUserId: 'u-cleo',
      deputyEmail: 'cleo@example.com',
    },
  })
  expect(absenceIn(facts)).toEqual(away())
  expect(decideOn(set('cleo'), ...people)).toHaveLength(1)
  expectRejected(set('ben'), 'access.denied', ...people)
  expectRejected(set('stranger'), 'access.denied', ...people)
  expect(decideOn(set('anna'), ...facts)).toEqual([])
})

test('an absence is ended once, and one that has ended by itself needs no end', () => {
  const facts = after(set('anna'), ...people)
  const end = set('anna', { absence: null })
  const ended = after(end, ...facts)
  expect(typesOf(ended).at(-1)).toBe('AbsenceEnded')
  expect(absenceIn(ended)).toBeNull()
  expect(decideOn(end, ...ended)).toEqual([])
  expect(decideOn({ ...end, now: at(8) }, ...facts)).toEqual([])
  expect(isAhead(absenceIn(facts)!, at(7.9))).toBe(true)
  expect(isAhead(absenceIn(facts)!, at(8))).toBe(false)
})

test('times that make no absence are refused', () => {
  for (const absence of [
    away([], 3, 3),
    away([], 3, 2),
    away([], -9, 0),
    away([], 0, 366.1),
    away([], 366.1, 367),
  ])
    expectRejected(set('anna', { absence }), 'input.invalid', ...people)
  expect(decideOn(set('anna', { absence: away([], 0, 366) }), ...people)).toHaveLength(1)
  expect(decideOn(set('anna', { absence: away([], -1, 3) }), ...people)).toHaveLength(1)
})

test('a deputy is another active approver of the workspace', () => {
  const dora = invited('dora', '2026-04-01T00:00:00.000Z')
  const off: WorkspaceEvent = {
    type: 'ParticipantActivityChanged',
    data: { workspaceId: 'w', participantId: 'p-emil', userId: 'u-emil', active: false },
  }
  const all = [...people, dora, joined('emil'), off]
  for (const id of ['p-anna', 'p-ben', 'p-x', 'p-dora', 'p-emil'])
    expectRejected(set('anna', { absence: away([id]) }), 'deputy.unsuitable', ...all)
  expectRejected(set('anna', { participantId: 'p-x' }), 'participant.not-found', ...all)
  expectRejected(set('anna', { participantId: 'p-dora' }), 'participant.pending', ...all)
})

test('while people are protected, only what an admin sets for somebody else with deputies needs a second one', () => {
  expect(typesOf(decideOn(set('anna'), ...team))).toEqual(['AbsenceSet'])
  expect(typesOf(decideOn(set('cleo', { absence: away([]) }), ...team))).toEqual(['AbsenceSet'])
  const emil = joined('emil')
  const absence = away(['p-emil'])
  const asked = after(set('cleo', { absence, ...asker('cleo') }), ...team, emil)
  expect(asked.at(-1)).toMatchObject({
    type: 'ChangeAsked',
    data: { act: { kind: 'absence', participantId: 'p-anna', deputies: ['p-emil'] } },
  })
  const approve = {
    type: 'ApproveChange',
    changeId: 'c',
    userId: 'u-anna',
    email: null,
    evidence: { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' },
    invitedEmail: null,
    adminsHaveDevices: true,
    now,
  } as const
  expect(absenceIn(after(approve, ...asked))).toEqual(absence)
  const gone = after({ type: 'LeaveWorkspace', userId: 'u-emil' }, ...asked)
  expect(typesOf(decideOn(approve, ...gone))).toEqual(['ChangeOvertaken'])
  expect(
    decideOn(set('cleo', { participantId: 'p-anna', absence: null }), ...after(set('anna'), ...team)),
  ).toHaveLength(1)
})
