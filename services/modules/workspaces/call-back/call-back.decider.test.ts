import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited } from '#support/facts/workspace-facts.ts'
import { after, asker, now, people, team, typesOf } from '#support/facts/change-facts.ts'
import { numberThatCounts, withNumber } from '#modules/workspaces/participants/call-back.state.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
const set = (by: string, given: object = {}) => ({
  type: 'ChangeCallBack' as const,
  participantId: 'p-ben',
  userId: `u-${by}`,
  number: '+4935147110',
  countsFrom: at(24),
  isApproved: false,
  now,
  ...asker(by, 'c', { number: { salt: 's', hash: 'h' } }),
  ...given,
})

test('a person and an admin set a number, nobody else does, and no invited person has one', () => {
  for (const name of ['ben', 'anna'])
    expect(decideOn(set(name), ...people)).toMatchObject([
      { type: 'CallBackNumberChanged', data: { participantId: 'p-ben', countsFrom: at(24).toISOString() } },
    ])
  expectRejected(set('ben', { participantId: 'p-cleo' }), 'access.denied', ...people)
  expectRejected(set('ben', { participantId: 'p-x' }), 'participant.not-found', ...people)
  const dora = invited('dora', '2026-04-01T00:00:00.000Z')
  expectRejected(set('anna', { participantId: 'p-dora' }), 'participant.pending', ...people, dora)
})

test('a new number takes the place of the one that waits, never of the one that counts', () => {
  const placeOf = (facts: Parameters<typeof after>[1][], time: number) =>
    decideOn(set('ben', { now: at(time), countsFrom: at(time + 24) }), ...facts)[0]!.data
  const first = after(set('ben'), ...people)
  expect(placeOf(first, 1)).toMatchObject({ place: 1 })
  expect(placeOf(first, 24)).toMatchObject({ place: 2 })
  const both = after(set('ben', { now: at(24), countsFrom: at(48) }), ...first)
  expect(placeOf(both, 47)).toMatchObject({ place: 2 })
  expect(placeOf(both, 48)).toMatchObject({ place: 1 })
})

test('removing takes both numbers away, once', () => {
  const facts = after(set('ben'), ...people)
  const remove = set('ben', { number: null })
  expect(typesOf(decideOn(remove, ...facts))).toEqual(['CallBackNumberRemoved'])
  expect(decideOn(remove, ...after(remove, ...facts))).toEqual([])
})

test('while people are protected a number waits for a second admin, who also may not have asked for it', () => {
  const facts = after(set('ben'), ...team)
  expect(facts.at(-1)).toMatchObject({
    type: 'ChangeAsked',
    data: {
      userId: 'u-ben',
      act: { kind: 'call-back', participantId: 'p-ben', numberHash: 'h' },
      number: '+4935147110',
      numberSalt: 's',
    },
  })
  const approve = (by: string) => ({
    type: 'ApproveChange' as const,
    changeId: 'c',
    userId: `u-${by}`,
    email: null,
    evidence: { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' },
    invitedEmail: null,
    number: '+4935147110',
    adminsHaveDevices: true,
    now: at(1),
  })
  expectRejected(approve('ben'), 'access.denied', ...facts)
  expect(decideOn(approve('anna'), ...facts)).toMatchObject([
    { type: 'ChangeApproved' },
    { type: 'CallBackNumberChanged', data: { countsFrom: at(1).toISOString() } },
  ])
  expectRejected({ ...approve('anna'), number: null }, 'change.not-found', ...facts)
})

test('a number asked for by an admin who lost that right is overtaken; one’s own stays', () => {
  const gone = {
    type: 'ChangeActivity',
    participantId: 'p-ben',
    value: false,
    ...asker('cleo', 'd'),
  } as const
  expect(typesOf(decideOn(gone, ...after(set('ben'), ...team)))).toContain('ChangeOvertaken')
  const leave = { type: 'LeaveWorkspace', userId: 'u-ben' } as const
  expect(typesOf(decideOn(leave, ...after(set('anna'), ...team)))).toContain('ChangeOvertaken')
})

test('the newest number whose waiting time has passed counts', () => {
  const one = { place: 1, countsFrom: at(0).toISOString() } as const
  const two = { place: 2, countsFrom: at(5).toISOString() } as const
  const kept = withNumber(withNumber([], one), two)
  expect(numberThatCounts(kept, at(-1))).toBeUndefined()
  expect(numberThatCounts(kept, at(4))).toEqual(one)
  expect(numberThatCounts(kept, at(5))).toEqual(two)
})
