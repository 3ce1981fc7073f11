import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { Signer } from '#modules/requests/request.state.ts'
import { acting, among, createdBy, evidence, ids, ruleApplied, signer } from '#support/facts/request-facts.ts'
import { lastQuarterOf, type BreakGlass, type ConfirmGlass, type GlassStanding } from './glass.decider.ts'

const { decide, evolve, initialState } = requestDecider

const createdAt = new Date('2026-03-02T10:00:00.000Z')
const expiresAt = new Date('2026-03-06T10:00:00.000Z')
const at = new Date('2026-03-02T12:00:00.000Z')
const lastDay = new Date('2026-03-05T10:00:00.000Z')
const [rita, ben, cleo, anna] = ['rita', 'ben', 'cleo', 'anna'].map((name) => signer(name, 'treasury')) as [
  Signer,
  Signer,
  Signer,
  Signer,
]

const created = (given: object = {}) => createdBy(rita, expiresAt, given)
const twoOf = ruleApplied({ hours: 96 })
const given = (by: Signer): RequestEvent => ({
  type: 'ApprovalGiven',
  data: {
    ...ids,
    ...acting(by, at),
    assurance: 'pin',
    evidence,
    groups: [...by.groups],
  },
})

/** Anna is an admin. Ben and Cleo could decide, and neither is here. */
const standing: GlassStanding = {
  isAllowed: true,
  requesterIsAvailable: true,
  canBeConfirmed: true,
  people: [ben, cleo],
  standIns: [],
  here: [],
  createdAt,
}
const breaking = (changes: Partial<BreakGlass> = {}, stands: Partial<GlassStanding> = {}): BreakGlass => ({
  type: 'BreakGlass',
  ...acting(anna, at),
  standing: { ...standing, ...stands },
  reason: 'Both are ill, and the bank closes at noon',
  reasonHash: 'h',
  evidence,
  ...changes,
})
const confirming = (by: Signer, changes: Partial<ConfirmGlass> = {}): ConfirmGlass => ({
  type: 'ConfirmGlass',
  ...acting(by, at),
  mayConfirm: true,
  evidence,
  ...changes,
})

const on = (command: RequestCommand, ...facts: readonly RequestEvent[]) =>
  decide(command, facts.reduce(evolve, initialState))
const refused = (command: RequestCommand, ...facts: readonly RequestEvent[]) => {
  try {
    on(command, ...facts)
  } catch (error) {
    if (error instanceof Rejected) return error
    throw error
  }
  throw new Error('it was not refused')
}
const expectCode = (code: string, ...of: Parameters<typeof refused>) => expect(refused(...of).code).toBe(code)

const broken = [created(), ...on(breaking(), created())]

describe('an admin breaks the glass', () => {
  test('of a request for which nobody is here, with the reason and until when it can be confirmed', () => {
    expect(on(breaking(), created())).toEqual([
      {
        type: 'GlassBroken',
        data: {
          ...ids,
          participantId: 'p-anna',
          userId: 'u-anna',
          email: null,
          workspaceRevision: 8,
          assurance: 'pin',
          evidence,
          reason: 'Both are ill, and the bank closes at noon',
          reasonHash: 'h',
          confirmUntil: '2026-03-05T12:00:00.000Z',
        },
      },
    ])
  })
  test('once: it is approved then, and nobody decides it any more', () => {
    expect(on(breaking(), ...broken)).toEqual([])
    expectCode('request.closed', breaking(acting(signer('zoe'), at)), ...broken)
    const approve = {
      type: 'Approve',
      ...acting(ben, at),
      ...among([]),
      evidence,
      requesterIsAvailable: true,
      hasNumber: false,
      confirmed: null,
    } as const
    expect(refused(approve, ...broken)).toMatchObject({
      code: 'request.closed',
      details: [{ status: 'approved', closedReason: null }],
    })
  })
  test('while others are here only in the last quarter of its life', () => {
    const here = { here: [ben] }
    expect(lastQuarterOf({ expiresAt }, createdAt)).toEqual(lastDay)
    const early = { at: new Date(lastDay.getTime() - 1) }
    expect(refused(breaking(early, here), created())).toMatchObject({
      code: 'glass.decidable',
      details: [{ from: lastDay.toISOString() }],
    })
    expect(on(breaking({ at: lastDay }, here), created())).toHaveLength(1)
  })
  test('of a request with a rule if fewer people are here than signatures are missing', () => {
    const facts = [created(), twoOf]
    expect(on(breaking({}, { here: [ben] }), ...facts)).toHaveLength(1)
    expectCode('glass.decidable', breaking({}, { here: [ben, cleo] }), ...facts)
    expectCode('glass.decidable', breaking({}, { here: [cleo] }), ...facts, given(ben))
    expect(on(breaking({}, { here: [] }), ...facts, given(ben))).toHaveLength(1)
    // Who asks may be in the group, and decides nothing.
    expect(on(breaking({}, { here: [ben, rita] }), ...facts)).toHaveLength(1)
  })
  test('not for what their own signature decides, but after it for what still needs another one', () => {
    const withAnna = { people: [ben, cleo, anna], here: [anna] }
    expectCode('glass.approve-instead', breaking({}, withAnna), created())
    expectCode('glass.approve-instead', breaking({ at: lastDay }, withAnna), created())
    expectCode('glass.approve-instead', breaking({}, withAnna), created(), twoOf, given(ben))
    expect(on(breaking({}, withAnna), created(), twoOf)).toHaveLength(1)
    expect(on(breaking({}, withAnna), created(), twoOf, given(anna))).toHaveLength(1)
  })
  test('not for what they decide as the deputy of somebody who is away', () => {
    const deputy = { standIns: [{ absent: ben, deputy: anna }] }
    expectCode('glass.approve-instead', breaking({}, deputy), created())
    expectCode('glass.approve-instead', breaking({}, deputy), created(), twoOf, given(cleo))
    expect(on(breaking({}, deputy), created(), twoOf)).toHaveLength(1)
  })
  test('never of what they asked for, also under another participant id', () => {
    expectCode('access.denied', breaking(acting(rita, at)), created())
    expectCode('access.denied', breaking({ ...acting(rita, at), participantId: 'p-2' }), created())
    expectCode('access.denied', breaking({ ...acting(rita, at), userId: 'u-2' }), created())
  })
  test('only where it is allowed, of an open approval, and with somebody who could confirm it', () => {
    expectCode('request.not-found', breaking())
    expectCode('glass.off', breaking({}, { isAllowed: false }), created())
    expectCode('glass.only-approvals', breaking(), created({ type: 'verification' }))
    expectCode('glass.no-second', breaking({}, { canBeConfirmed: false }), created())
    expectCode('request.closed', breaking({}, { requesterIsAvailable: false }), created())
    expectCode('request.closed', breaking({ at: expiresAt }), created())
    expectCode('proof.missing', breaking({ evidence: null }), created())
  })
})

describe('a second person confirms it', () => {
  test('once, and says nothing twice', () => {
    const confirmed = on(confirming(ben), ...broken)
    expect(confirmed).toMatchObject([{ type: 'GlassConfirmed', data: { userId: 'u-ben', evidence } }])
    expect(on(confirming(ben), ...broken, ...confirmed)).toEqual([])
    expectCode('glass.confirmed', confirming(cleo), ...broken, ...confirmed)
  })
  test('who neither broke it nor asked, and is an admin or approver', () => {
    expectCode('access.denied', confirming(anna), ...broken)
    expectCode('access.denied', confirming({ ...anna, participantId: 'p-2' }), ...broken)
    expectCode('access.denied', confirming(rita), ...broken)
    expectCode('access.denied', confirming({ ...rita, participantId: 'p-2' }), ...broken)
    expectCode('access.denied', confirming(ben, { mayConfirm: false }), ...broken)
    expectCode('proof.missing', confirming(ben, { evidence: null }), ...broken)
  })
  test('within 72 hours', () => {
    const end = new Date('2026-03-05T12:00:00.000Z')
    expect(on(confirming(ben, { at: new Date(end.getTime() - 1) }), ...broken)).toHaveLength(1)
    expectCode('glass.late', confirming(ben, { at: end }), ...broken)
  })
  test('only of what was broken', () => {
    expectCode('request.not-found', confirming(ben))
    expectCode('glass.not-broken', confirming(ben), created())
  })
})
