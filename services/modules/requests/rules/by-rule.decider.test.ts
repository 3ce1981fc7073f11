import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import { acting, among, createdBy, evidence, ids, ruleApplied, signer } from '#support/facts/request-facts.ts'
import type { Signer } from './signing.decider.ts'

const { decide, evolve, initialState } = requestDecider

const at = new Date('2026-03-02T10:00:00.000Z')
const [anna, ben, cleo, dora] = [
  signer('anna', 'treasury'),
  signer('ben', 'treasury'),
  signer('cleo', 'treasury', 'board'),
  signer('dora', 'board'),
] as const
const people = [anna, ben, cleo, dora]
const rita = signer('rita', 'treasury')

const created = createdBy(rita, new Date('2026-03-09T10:00:00.000Z'))
const approve = (by: Signer, given: object = {}): RequestCommand => ({
  type: 'Approve',
  ...acting(by, at),
  ...among(people),
  evidence,
  requesterIsAvailable: true,
  hasNumber: false,
  confirmed: null,
  ...given,
})
const decline = (by: Signer): RequestCommand => ({
  type: 'Decline',
  ...acting(by, at),
  ...among(people),
  reason: null,
})

/** What comes of the commands, one after the other: the types of the last one's events. */
const run = (rule: Partial<DataOf<'RuleApplied'>>, ...commands: readonly RequestCommand[]) => {
  let state = [created, ruleApplied(rule)].reduce(evolve, initialState)
  let last: readonly RequestEvent[] = []
  for (const command of commands) {
    last = decide(command, state)
    state = last.reduce(evolve, state)
  }
  return last
}
const types = (...asked: Parameters<typeof run>) => run(...asked).map(({ type }) => type)
const rejection = (code: string) => expect.objectContaining({ code }) as Rejected

test('a signature before the last one is a fact of its own, and the last one decides', () => {
  expect(run({}, approve(anna))).toEqual([
    {
      type: 'ApprovalGiven',
      data: {
        ...ids,
        participantId: anna.participantId,
        userId: anna.userId,
        email: null,
        workspaceRevision: 8,
        assurance: 'pin',
        evidence,
        groups: ['treasury'],
      },
    },
  ])
  expect(types({}, approve(anna), approve(ben))).toEqual(['RequestApproved'])
  expect(types({ count: 1 }, approve(anna))).toEqual(['RequestApproved'])
})

test('after the word of a deputy, the colleague has none', () => {
  const { participantId, userId } = dora
  const standIns = [{ absent: anna, deputy: { participantId, userId } }]
  const forAnna = { ...approve(dora, { standIns }), absentEmail: null }
  for (const own of [
    {
      type: 'Approve',
      ...acting(anna, at),
      ...among(people),
      evidence,
      requesterIsAvailable: true,
      hasNumber: false,
      confirmed: null,
    },
    { type: 'Decline', ...acting(anna, at), ...among(people), reason: null },
  ] as const)
    expect(() => run({}, forAnna as RequestCommand, own)).toThrow(rejection('request.decided-for-you'))
})

describe('nobody decides twice, nor what they asked for, nor what is not theirs', () => {
  test.each([
    ['a second signature', [approve(anna), approve(anna)], 'request.decided-by-you'],
    ['a decline after a signature', [approve(anna), decline(anna)], 'request.decided-by-you'],
    [
      'another participant of the same person',
      [approve(anna), approve({ ...anna, participantId: 'p-new' })],
      'request.decided-by-you',
    ],
    ['the requester', [approve(rita)], 'access.denied'],
    [
      'the requester, also as one of the people',
      [approve(rita, { people: [...people, rita] })],
      'access.denied',
    ],
    ['somebody who is no approver any more', [approve(anna, { people: [ben, cleo] })], 'access.denied'],
    ['somebody outside of the group', [approve(dora)], 'access.denied'],
    ['a decline from outside of the group', [decline(dora)], 'access.denied'],
    ['after the end', [approve(anna), approve(ben), approve(cleo)], 'request.closed'],
    ['after a decline', [decline(anna), approve(ben)], 'request.closed'],
    ['without a proof', [approve(anna, { evidence: null })], 'proof.missing'],
  ] as const)('%s', (_, commands, code) => {
    expect(() => run({}, ...commands)).toThrow(rejection(code))
  })
  test('a signature that stands for no other group adds nothing', () => {
    const rule = { who: { groups: ['treasury', 'board'] } }
    expect(() => run(rule, approve(anna), approve(ben))).toThrow(rejection('rule.not-needed'))
    expect(() => run(rule, approve(anna), decline(ben))).toThrow(rejection('rule.not-needed'))
    expect(types(rule, approve(cleo), approve(anna))).toEqual(['RequestApproved'])
  })
  test('who has left since still counts, but nobody in their place', () => {
    const withoutAnna = { people: [ben, cleo, dora] }
    expect(types({}, approve(anna), approve(ben, withoutAnna))).toEqual(['RequestApproved'])
    expect(types({ count: 3 }, approve(anna), approve(ben, withoutAnna))).toEqual(['ApprovalGiven'])
  })
})

describe('declines', () => {
  const asMany = { declines: 'as-many' as const }
  test('the first one ends it', () => {
    expect(types({}, decline(anna))).toEqual(['RequestDeclined'])
    expect(types({}, approve(anna), decline(ben))).toEqual(['RequestDeclined'])
  })
  test('where the rule says so, it takes as many as signatures', () => {
    expect(types(asMany, decline(anna))).toEqual(['DeclineGiven'])
    expect(types(asMany, decline(anna), decline(ben))).toEqual(['RequestDeclined'])
    expect(types(asMany, decline(anna), approve(ben), approve(cleo))).toEqual(['RequestApproved'])
    expect(() => run(asMany, decline(anna), approve(anna))).toThrow(rejection('request.decided-by-you'))
  })
  test('or one less, if too few people are left to approve it', () => {
    expect(types({ ...asMany, count: 3 }, decline(anna))).toEqual(['RequestDeclined'])
  })
})

test('it is closed once nobody can fulfil the rule any more, and not before', () => {
  const close = (left: readonly Signer[]): RequestCommand => ({
    type: 'JudgeRule',
    people: left,
    workspaceRevision: 9,
    at,
  })
  expect(types({}, close([anna, ben]))).toEqual([])
  expect(run({}, close([anna, dora]))).toEqual([
    { type: 'RequestClosed', data: { ...ids, reason: 'approver-unavailable' } },
  ])
  expect(types({}, approve(anna), close([ben]))).toEqual([])
  expect(types({}, approve(anna), approve(ben), close([]))).toEqual([])
  expect(decide(close([]), [created].reduce(evolve, initialState))).toEqual([])
})

test('a rule stands beside the creation', () => {
  const rule = { who: 'any' as const, count: 2, before: null, hours: 24, ruleHash: 'h', shown: null! }
  const events = decide(
    {
      type: 'CreateRequest',
      ...ids,
      requestType: 'approval',
      title: 'Pay',
      details: null,
      salt: 's',
      requester: { ...rita, email: null },
      approver: null,
      eligible: people,
      expiresAt: at,
      workspaceRevision: 7,
      evidence: null,
      described: null,
      files: [],
      filled: null,
      replaces: null,
      parked: null,
      rule,
    },
    initialState,
  )
  expect(events.map(({ type }) => type)).toEqual(['RequestCreated', 'RuleApplied'])
  expect(events[1]!.data).toEqual({ ...ids, ...rule })
})
