import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { CreateRequest } from './creating/creation.decider.ts'
import { requestDecider, type RequestCommand, type Side } from './request.decider.ts'
import type { RequestEvent } from './request.events.ts'

const { decide, evolve, initialState } = requestDecider

const at = new Date('2026-03-02T10:00:00.000Z')
const expiresAt = new Date('2026-03-09T10:00:00.000Z')
const anna = { participantId: 'p-anna', userId: 'u-anna' }
const ben = { participantId: 'p-ben', userId: 'u-ben' }
const cleo = { participantId: 'p-cleo', userId: 'u-cleo' }
const ids = { requestId: 'r-1', workspaceId: 'w-1' }

const createRequest: CreateRequest = {
  type: 'CreateRequest',
  ...ids,
  requestType: 'approval',
  title: 'Pay the invoice',
  details: null,
  requester: { ...anna, email: 'anna@example.com' },
  approver: { participantId: ben.participantId, email: 'ben@example.com' },
  salt: 'secret',
  eligible: [ben],
  evidence: null,
  described: null,
  files: [],
  filled: null,
  replaces: null,
  parked: null,
  rule: null,
  expiresAt,
  workspaceRevision: 7,
}
const created: RequestEvent = {
  type: 'RequestCreated',
  data: {
    ...ids,
    type: 'approval',
    title: 'Pay the invoice',
    salt: 'secret',
    requesterId: anna.participantId,
    requesterUserId: anna.userId,
    requesterEmail: 'anna@example.com',
    approverId: ben.participantId,
    approverUserId: ben.userId,
    approverEmail: 'ben@example.com',
    expiresAt: expiresAt.toISOString(),
    workspaceRevision: 7,
  },
}
const { approverUserId: _, approverEmail: __, ...unaddressed } = created.data
const createdForAny: RequestEvent = {
  type: 'RequestCreated',
  data: { ...unaddressed, approverId: null },
}
const evidence: Evidence = {
  canonical: '{}',
  challenge: 'c',
  deviceId: 'd-1',
  publicKey: '{}',
  signature: 's',
}
const decidedBy = (person: typeof ben) => ({ ...ids, ...person, email: null, workspaceRevision: 8 })
const noDeputies = { standIns: [], absentEmail: null }
const answerOf = (person: typeof ben) => ({
  ...person,
  email: null,
  workspaceRevision: 8,
  at,
  people: [],
  ...noDeputies,
})
const approve = (person: typeof ben): RequestCommand & { readonly type: 'Approve' } => ({
  type: 'Approve',
  ...answerOf(person),
  evidence,
  requesterIsAvailable: true,
  hasNumber: false,
  confirmed: null,
})
const decline = (person: typeof ben): RequestCommand & { readonly type: 'Decline' } => ({
  type: 'Decline',
  ...answerOf(person),
  reason: null,
})
const withdraw = (person: typeof ben): RequestCommand => ({ type: 'Withdraw', ...person, at })

const approved: RequestEvent = {
  type: 'RequestApproved',
  data: { ...decidedBy(ben), assurance: 'pin', evidence },
}
const declined: RequestEvent = { type: 'RequestDeclined', data: { ...decidedBy(ben), assurance: 'session' } }
const withdrawn: RequestEvent = {
  type: 'RequestWithdrawn',
  data: { ...ids, participantId: anna.participantId },
}
const closed = (
  reason: Extract<RequestEvent, { type: 'RequestClosed' }>['data']['reason'],
): RequestEvent => ({
  type: 'RequestClosed',
  data: { ...ids, reason },
})
const refused: RequestEvent = {
  type: 'ApprovalRefused',
  data: { ...ids, ...ben, deviceId: 'd-1', reason: 'wrong-pin', triesLeft: 4 },
}

const given = (...history: RequestEvent[]) => {
  const state = history.reduce(evolve, initialState)
  return { when: (command: RequestCommand) => () => decide(command, state) }
}
const rejection = (code: string, details?: object) =>
  expect.toSatisfy((error: unknown) => {
    expect(error).toBeInstanceOf(Rejected)
    expect(error).toMatchObject({ code, details: details && [details] })
    return true
  })

describe('creating', () => {
  test('stores the addressed approver', () => {
    expect(given().when(createRequest)()).toEqual([created])
  })
  test('to any approver stores no list of approvers', () => {
    const eligible = Array.from({ length: 10_000 }, () => ben)
    expect(given().when({ ...createRequest, approver: null, eligible })()).toEqual([createdForAny])
  })
  test('twice has one effect', () => {
    expect(given(created).when(createRequest)()).toEqual([])
  })
})

describe('a call that the requester described', () => {
  const check = { ...createRequest, requestType: 'verification', evidence } as const
  const described = { asks: 'payment', call: 'was-called', calledBack: false } as const
  const asked: readonly RequestEvent[] = [
    { type: 'RequestCreated', data: { ...created.data, type: 'verification' } },
    { type: 'CallDescribed', data: { ...ids, ...described } },
  ]
  const act = { ...ben, workspaceRevision: 8, at }
  const deny: RequestCommand = { type: 'DenyClaim', ...act, call: 'video' }
  const bothCalled: RequestCommand = { type: 'CloseAsBothCalled', ...act, call: 'was-called' }
  const disputed = { ...ids, ...ben, workspaceRevision: 8 }

  test('is recorded with the request', () => {
    const [first, second] = given().when({ ...check, described })()
    expect([first!.type, second]).toEqual(['RequestCreated', asked[1]])
  })
  test('is confirmed with the answer of the approver, and not without', () => {
    const bare: RequestCommand = { ...approve(ben), hasNumber: true }
    expect(given(...asked).when(bare)).toThrow(rejection('call.missing'))
    const confirmed = { call: 'i-called', weak: ['pin'] } as const
    const [event] = given(...asked).when({ ...bare, confirmed })()
    expect(event).toMatchObject({ type: 'RequestApproved', data: confirmed })
  })
  test('is not declined: a no alerts the admins', () => {
    expect(given(...asked).when(decline(ben))).toThrow(rejection('call.no-decline'))
    expect(given(asked[0]!).when(decline(ben))()).toEqual([declined])
  })
  test('closes when both were called', () => {
    expect(given(...asked).when(bothCalled)()).toEqual([
      { type: 'BothWereCalled', data: { ...disputed, call: 'was-called' } },
      { type: 'RequestClosed', data: { ...ids, reason: 'both-called' } },
    ])
  })
  test('closes nothing that is closed already', () => {
    const ended = given(...asked, {
      type: 'RequestWithdrawn',
      data: { ...ids, participantId: anna.participantId },
    })
    expect(ended.when(bothCalled)()).toEqual([])
    expect(ended.when(deny)).toThrow(
      rejection('request.closed', { status: 'declined', closedReason: 'withdrawn' }),
    )
  })
  test('closes when the approver did not ask for this, once', () => {
    const events = given(...asked).when(deny)()
    expect(events).toEqual([
      { type: 'ClaimDenied', data: { ...disputed, call: 'video' } },
      { type: 'RequestClosed', data: { ...ids, reason: 'claim-denied' } },
    ])
    expect(given(...asked, ...events).when(deny)()).toEqual([])
  })
  test('only the approver disputes a call, and only of a call check', () => {
    const byCleo: RequestCommand = { ...deny, ...cleo }
    expect(given(...asked).when(byCleo)).toThrow(rejection('access.denied'))
    expect(given(...asked).when({ ...bothCalled, ...cleo })).toThrow(rejection('access.denied'))
    expect(given(created).when(deny)).toThrow(rejection('request.no-check'))
    expect(given(created).when(bothCalled)).toThrow(rejection('request.no-check'))
  })
})

describe('answering', () => {
  test('an approval carries its evidence', () => {
    expect(given(created).when(approve(ben))()).toEqual([approved])
  })
  test('an approval needs a proof', () => {
    const bare: RequestCommand = {
      type: 'Approve',
      ...answerOf(ben),
      evidence: null,
      requesterIsAvailable: true,
      hasNumber: false,
      confirmed: null,
    }
    expect(given(created).when(bare)).toThrow(rejection('proof.missing'))
  })
  test('an approval is rejected without an available requester; declining is allowed', () => {
    const late: RequestCommand = {
      type: 'Approve',
      ...answerOf(ben),
      evidence,
      requesterIsAvailable: false,
      hasNumber: false,
      confirmed: null,
    }
    expect(given(created).when(late)).toThrow(
      rejection('request.closed', { status: 'declined', closedReason: 'requester-unavailable' }),
    )
    expect(given(created, approved).when(late)()).toEqual([])
    expect(given(created).when(decline(ben))()).toEqual([declined])
  })
  test('declining needs no proof', () => {
    expect(given(created).when(decline(ben))()).toEqual([declined])
  })
  test('declining keeps the reason, if one was given', () => {
    const because = { ...decline(ben), reason: 'Wrong account' }
    expect(given(created).when(because)()).toEqual([
      { ...declined, data: { ...declined.data, reason: 'Wrong account' } },
    ])
  })
  test('a refused approval leaves the request open', () => {
    expect(given(created, refused).when(approve(ben))()).toEqual([approved])
  })
  test.each([
    ['approve', approve, approved],
    ['decline', decline, declined],
  ] as const)('the same person can %s again without effect', (_name, command, answer) => {
    expect(given(created, answer).when(command(ben))()).toEqual([])
  })
  test.each([
    ['declined', approve, declined, 'declined'],
    ['approved', decline, approved, 'approved'],
  ] as const)('the first answer, %s, is final', (_name, command, answer, status) => {
    expect(given(created, answer).when(command(ben))).toThrow(
      rejection('request.closed', { status, closedReason: null }),
    )
  })
  test('rejects the answer of a second approver', () => {
    expect(given(createdForAny, approved).when(approve(cleo))).toThrow(
      rejection('request.closed', { status: 'approved', closedReason: null }),
    )
  })
  test.each([
    ['withdrawn', withdrawn, 'withdrawn'],
    ['expired', closed('expired'), 'expired'],
    ['without its approver', closed('approver-unavailable'), 'approver-unavailable'],
    ['without its requester', closed('requester-unavailable'), 'requester-unavailable'],
  ] as const)('rejects answers to a request that is %s', (_name, end, closedReason) => {
    for (const command of [approve(ben), decline(ben)])
      expect(given(created, end).when(command)).toThrow(
        rejection('request.closed', { status: 'declined', closedReason }),
      )
  })
  test('rejects answers from the moment of expiry', () => {
    for (const command of [approve(ben), decline(ben), withdraw(anna)]) {
      expect(given(created).when({ ...command, at: expiresAt } as RequestCommand)).toThrow(
        rejection('request.closed', { status: 'declined', closedReason: 'expired' }),
      )
      const justInTime = new Date(expiresAt.getTime() - 1)
      expect(given(created).when({ ...command, at: justInTime } as RequestCommand)()).toHaveLength(1)
    }
  })
  test('rejects answers of participants who are not addressed', () => {
    for (const command of [approve(cleo), decline(cleo)])
      expect(given(created).when(command)).toThrow(rejection('access.denied'))
  })
  test('the requester cannot answer, even under another participant id', () => {
    const returned = { participantId: 'p-anna-2', userId: anna.userId }
    for (const person of [anna, returned])
      for (const command of [approve(person), decline(person)])
        expect(given(createdForAny).when(command)).toThrow(rejection('access.denied'))
  })
  test('rejects answers to an unknown request', () => {
    expect(given().when(approve(ben))).toThrow(rejection('request.not-found'))
  })
})

describe('withdrawing', () => {
  test('closes the request', () => {
    expect(given(created).when(withdraw(anna))()).toEqual([withdrawn])
  })
  test('twice has one effect', () => {
    expect(given(created, withdrawn).when(withdraw(anna))()).toEqual([])
  })
  test('is only for the requester', () => {
    expect(given(created).when(withdraw(ben))).toThrow(rejection('access.denied'))
  })
  test('is rejected after an answer', () => {
    expect(given(created, declined).when(withdraw(anna))).toThrow(
      rejection('request.closed', { status: 'declined', closedReason: null }),
    )
  })
})

describe('closing by the system', () => {
  test('expires when it is due', () => {
    expect(given(created).when({ type: 'Expire', at: expiresAt })()).toEqual([closed('expired')])
  })
  test('does not expire earlier', () => {
    expect(given(created).when({ type: 'Expire', at })()).toEqual([])
  })
  test('does not expire after an answer', () => {
    expect(given(created, approved).when({ type: 'Expire', at: expiresAt })()).toEqual([])
  })
  const gone = (
    { participantId }: { participantId: string },
    as: readonly Side[] = ['requester', 'approver'],
  ): RequestCommand => ({ type: 'CloseAsUnavailable', participantId, as })
  test('closes when its addressed approver is unavailable', () => {
    const command = gone(ben)
    expect(given(created).when(command)()).toEqual([closed('approver-unavailable')])
    expect(given(created, approved).when(command)()).toEqual([])
    expect(given(createdForAny).when(command)()).toEqual([])
  })
  test('closes when its requester is unavailable', () => {
    const command = gone(anna)
    for (const request of [created, createdForAny])
      expect(given(request).when(command)()).toEqual([closed('requester-unavailable')])
    expect(given(created, approved).when(command)()).toEqual([])
    expect(given(created, closed('expired')).when(command)()).toEqual([])
  })
  test('stays open when a participant loses a role that the request does not need', () => {
    expect(given(created).when(gone(ben, ['requester']))()).toEqual([])
    expect(given(created).when(gone(anna, ['approver']))()).toEqual([])
    expect(given(created).when(gone(anna, []))()).toEqual([])
  })
})

describe('a verification', () => {
  const checked: RequestEvent = {
    type: 'RequestCreated',
    data: { ...created.data, type: 'verification', assurance: 'pin', evidence },
  }
  const checkedForAny: RequestEvent = {
    type: 'RequestCreated',
    data: { ...unaddressed, approverId: null, type: 'verification', assurance: 'pin', evidence },
  }
  const right = (person: typeof ben): RequestCommand => ({ ...approve(person), hasNumber: true })
  const wrong = (challenge: string, person = ben): RequestCommand => ({
    type: 'RefuseNumber',
    ...person,
    deviceId: 'd-1',
    challenge,
    locks: false,
    workspaceRevision: 8,
    at,
  })
  const numberRefused = (challenge: string, triesLeft: number, person = ben): RequestEvent => ({
    type: 'NumberRefused',
    data: { ...ids, ...person, deviceId: 'd-1', challenge, triesLeft, workspaceRevision: 8 },
  })

  test('must be signed by the requester, and records the assurance', () => {
    const ask: CreateRequest = { ...createRequest, requestType: 'verification' }
    expect(given().when(ask)).toThrow(rejection('proof.missing'))
    expect(given().when({ ...ask, evidence })()).toEqual([checked])
    const passkey = { ...evidence, authenticatorData: 'a', clientDataJSON: 'b' }
    expect(given().when({ ...ask, evidence: passkey })()).toMatchObject([
      { data: { assurance: 'passkey', evidence: passkey } },
    ])
  })
  test('cannot be approved without the number', () => {
    expect(given(checked).when(approve(ben))).toThrow(rejection('number.missing'))
    expect(given(checked).when(right(ben))()).toEqual([approved])
  })
  test('is declined without the number', () => {
    expect(given(checked).when(decline(ben))()).toEqual([declined])
  })
  test('stays open after a wrong number', () => {
    expect(given(checked).when(wrong('c-1'))()).toEqual([numberRefused('c-1', 1)])
    expect(given(checked, numberRefused('c-1', 1)).when(right(ben))()).toEqual([approved])
  })
  test('is closed by the second wrong number, from any approver', () => {
    const end = closed('code-mismatch')
    const once = given(checked, numberRefused('c-1', 1))
    expect(once.when(wrong('c-2'))()).toEqual([numberRefused('c-2', 0), end])
    const byAnother = given(checkedForAny, numberRefused('c-1', 1)).when(wrong('c-2', cleo))
    expect(byAnother()).toEqual([numberRefused('c-2', 0, cleo), end])
    expect(given(checked, numberRefused('c-1', 1), numberRefused('c-2', 0), end).when(right(ben))).toThrow(
      rejection('request.closed', { status: 'declined', closedReason: 'code-mismatch' }),
    )
  })
  test('counts a repeated challenge once', () => {
    expect(given(checked, numberRefused('c-1', 1)).when(wrong('c-1'))()).toEqual([])
  })
  test('counts no number once it is closed or expired', () => {
    for (const end of [approved, declined, withdrawn])
      expect(given(checked, end).when(wrong('c-1'))()).toEqual([])
    expect(given(checked).when({ ...wrong('c-1'), at: expiresAt } as RequestCommand)()).toEqual([])
  })
})

describe('reporting', () => {
  const report = (person: typeof ben, wasEligible = false): RequestCommand => ({
    type: 'Report',
    ...person,
    wasEligible,
    workspaceRevision: 8,
    at,
  })
  const reported = (person: typeof ben, as: Side): RequestEvent => ({
    type: 'RequestReported',
    data: { ...ids, ...person, as, workspaceRevision: 8 },
  })

  test.each([
    ['the requester', anna, false, 'requester'],
    ['an eligible approver', ben, true, 'approver'],
  ] as const)('by %s closes a pending request', (_who, person, wasEligible, as) => {
    expect(given(created).when(report(person, wasEligible))()).toEqual([
      reported(person, as),
      closed('reported'),
    ])
  })
  test('closes the request for everybody', () => {
    for (const command of [approve(ben), decline(ben), withdraw(anna)])
      expect(given(created, reported(anna, 'requester'), closed('reported')).when(command)).toThrow(
        rejection('request.closed', { status: 'declined', closedReason: 'reported' }),
      )
  })
  test('is recorded after the answer too, without changing it', () => {
    for (const end of [approved, declined, withdrawn, closed('expired'), closed('code-mismatch')])
      expect(given(created, end).when(report(anna))()).toEqual([reported(anna, 'requester')])
    expect(given(created).when({ ...report(anna), at: expiresAt } as RequestCommand)()).toEqual([
      reported(anna, 'requester'),
    ])
  })
  test('is recorded once for each person', () => {
    const once = given(created, reported(anna, 'requester'), closed('reported'))
    expect(once.when(report(anna))()).toEqual([])
    expect(once.when(report(ben, true))()).toEqual([reported(ben, 'approver')])
  })
  test('is only for the requester, eligible approvers and the one who answered', () => {
    expect(given(created).when(report(cleo))).toThrow(rejection('access.denied'))
    expect(given(createdForAny, approved).when(report(ben))()).toEqual([reported(ben, 'approver')])
    expect(given().when(report(anna))).toThrow(rejection('request.not-found'))
  })
})

test('records a refused creation before the request exists', () => {
  const data = { ...ids, ...anna, deviceId: 'd-1', reason: 'wrong-pin', triesLeft: 4 } as const
  const command: RequestCommand = { type: 'RefuseCreation', ...data }
  const refusal: RequestEvent = { type: 'CreationRefused', data }
  expect(given().when(command)()).toEqual([refusal])
  expect(given(refusal).when(createRequest)()).toEqual([created])
})

test('records a refused assertion, also after the decision', () => {
  const about = { participantId: ben.participantId, userId: ben.userId, deviceId: 'd-1' }
  const command: RequestCommand = { type: 'RefuseAssertion', ...about }
  const refusal = { type: 'AssertionRefused', data: { ...ids, ...about } }
  expect(given(created).when(command)()).toEqual([refusal])
  expect(given(created, approved).when(command)()).toEqual([refusal])
})

test('records a refused approval', () => {
  const command: RequestCommand = {
    type: 'RefuseApproval',
    ...ben,
    deviceId: 'd-1',
    reason: 'wrong-pin',
    triesLeft: 4,
  }
  expect(given(created).when(command)()).toEqual([refused])
})
