import { expect, test } from 'vitest'
import type { Who } from '#contract/requests/kinds.ts'
import { Rejected } from '#contract/errors.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf, RequestState } from '#modules/requests/request.state.ts'
import { acting, among, createdBy, evidence, ids, ruleApplied, signer } from '#support/facts/request-facts.ts'
import type { Signer } from './signing.decider.ts'

const { decide, evolve, initialState } = requestDecider

const early = new Date('2026-03-02T10:00:00.000Z')
const later = new Date('2026-03-03T10:00:00.000Z')
const end = new Date('2026-03-09T10:00:00.000Z')
const [anna, ben, cleo, dora, emil, rita] = [
  signer('anna', 'treasury'),
  signer('ben', 'treasury'),
  signer('cleo', 'legal'),
  signer('dora', 'board'),
  signer('emil', 'board'),
  signer('rita', 'board'),
] as const
const all = [anna, ben, cleo, dora, emil, rita]

const created = createdBy(rita, end)
const board: Who = { groups: ['board'] }
const asked = (
  who: Exclude<Who, 'any'>,
  count: number,
  further: Who = board,
  more: Partial<DataOf<'RuleApplied'>> = {},
): readonly RequestEvent[] => [
  created,
  ruleApplied({
    who,
    count,
    hours: 168,
    escalate: { after: 24, at: later.toISOString(), who: further },
    ...more,
  }),
]
const after = (history: readonly RequestEvent[]): RequestState => history.reduce(evolve, initialState)
const approve = (by: Signer, at: Date, history: readonly RequestEvent[], people: readonly Signer[] = all) =>
  decide(
    {
      type: 'Approve',
      ...acting(by, at),
      ...among(people),
      evidence,
      requesterIsAvailable: true,
      hasNumber: false,
      confirmed: null,
    },
    after(history),
  )
const decline = (by: Signer, at: Date, history: readonly RequestEvent[], people: readonly Signer[] = all) =>
  decide({ type: 'Decline', ...acting(by, at), ...among(people), reason: null }, after(history))
const codeOf = (act: () => unknown): string => {
  try {
    act()
    return 'done'
  } catch (error) {
    return error instanceof Rejected ? error.code : String(error)
  }
}
const escalate = (at: Date): RequestCommand => ({ type: 'Escalate', at, workspaceRevision: 9 })
const types = (events: readonly RequestEvent[]) => events.map(({ type }) => type)

const treasury: Exclude<Who, 'any'> = { groups: ['treasury'] }

test('before the time of the rule nobody further may decide, and from then on they may, also before it is recorded', () => {
  const history = asked(treasury, 1)
  expect(codeOf(() => approve(dora, early, history))).toBe('access.denied')
  expect(codeOf(() => approve(dora, new Date(later.getTime() - 1), history))).toBe('access.denied')
  expect(types(approve(dora, later, history))).toEqual(['RequestApproved'])
  expect(types(decline(dora, later, history))).toEqual(['RequestDeclined'])
  expect(types(approve(anna, later, history))).toEqual(['RequestApproved'])
})

test('what is recorded holds, whatever a clock says', () => {
  const history = [...asked(treasury, 1), ...decide(escalate(later), after(asked(treasury, 1)))]
  expect(types(approve(dora, early, history))).toEqual(['RequestApproved'])
})

test('nobody decides what they asked for, and nobody counts twice', () => {
  const history = asked(treasury, 2)
  expect(codeOf(() => approve(rita, later, history))).toBe('access.denied')
  const once = [...history, ...approve(dora, later, history)]
  expect(types(once).at(-1)).toBe('ApprovalGiven')
  expect(codeOf(() => approve(dora, later, once))).toBe('request.decided-by-you')
  expect(types(approve(emil, later, once))).toEqual(['RequestApproved'])
  expect(types(approve(anna, later, once))).toEqual(['RequestApproved'])
})

test('of several groups, who is asked later stands for one of them, and each signature still adds only one', () => {
  const history = asked({ groups: ['treasury', 'legal'] }, 2)
  const byAnna = [...history, ...approve(anna, later, history)]
  expect(codeOf(() => approve(ben, later, byAnna))).toBe('rule.not-needed')
  expect(types(approve(dora, later, byAnna))).toEqual(['RequestApproved'])
  const byDora = [...history, ...approve(dora, later, history)]
  expect(byDora.at(-1)).toMatchObject({ type: 'ApprovalGiven', data: { groups: ['treasury', 'legal'] } })
  for (const next of [anna, cleo, emil])
    expect(types(approve(next, later, byDora))).toEqual(['RequestApproved'])
})

test('where the rule names people, somebody who was asked later counts also after they have left', () => {
  const history = asked({ participants: ['p-anna', 'p-ben'] }, 2)
  expect(codeOf(() => approve(dora, early, history))).toBe('access.denied')
  const byDora = [...history, ...approve(dora, later, history)]
  const left = all.filter((one) => one !== dora)
  expect(types(approve(anna, later, byDora, left))).toEqual(['RequestApproved'])
})

test('a person who is in both is still one', () => {
  const both = { ...anna, groups: ['treasury', 'board'] }
  const history = asked(treasury, 2)
  const once = [...history, ...approve(both, later, history, [both, ben])]
  expect(codeOf(() => approve(both, later, once, [both, ben]))).toBe('request.decided-by-you')
})

test('a request does not end because too few are left of those who were asked first', () => {
  const history = asked(treasury, 2, board, { declines: 'as-many' })
  const without = [dora, emil, rita]
  const close = (people: readonly Signer[]) =>
    decide({ type: 'JudgeRule', people, workspaceRevision: 9, at: later }, after(history))
  expect(close(without)).toEqual([])
  expect(types(close([dora, rita]))).toEqual(['RequestClosed'])
  expect(types(decline(anna, early, history, [anna, dora, emil]))).toEqual(['DeclineGiven'])
  expect(types(decline(anna, early, history, [anna, dora]))).toEqual(['RequestDeclined'])
})

test('it is recorded once, while the request is open and not before its time', () => {
  const history = asked(treasury, 1)
  const run = (at: Date, of: readonly RequestEvent[]) => decide(escalate(at), after(of))
  expect(run(new Date(later.getTime() - 1), history)).toEqual([])
  const [escalated] = run(later, history)
  expect(escalated).toEqual({ type: 'RequestEscalated', data: { ...ids, workspaceRevision: 9 } })
  expect(run(later, [...history, escalated!])).toEqual([])
  expect(run(end, history)).toEqual([])
  expect(run(later, [...history, ...approve(anna, early, history)])).toEqual([])
  expect(run(later, [created])).toEqual([])
})
