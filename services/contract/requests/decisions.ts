import Type from 'typebox'
import { Proof, PROOF_ERRORS } from '../accounts/proof.ts'
import { IdParams, Text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { CallWay, Prepared, Request, SpokenNumber } from './requests.ts'

export { Proof, PROOF_ERRORS }

/** Why somebody may not decide a request that they see. */
export const DECISION_ERRORS = [
  'request.not-found',
  'request.closed',
  'request.decided-by-you',
  'request.decided-for-you',
  'rule.not-needed',
  'request.parked',
] as const
const CALL_ERRORS = [
  'call.missing',
  'call.both-called',
  'call.unclear',
  'call.locked',
  'request.drill',
] as const

export const requestChallenge = endpoint({
  operation: 'requests.challenge',
  summary: 'The content to sign for an approval, and its challenge, which is valid once and for 120 s',
  method: 'POST',
  path: '/requests/challenge/{id}',
  access: 'approver',
  scope: { request: 'id' },
  paid: true,
  command: true,
  // An answer that closes the check is an event.
  readModels: ['requests'],
  params: IdParams,
  /** The approver's answer to who called whom. Required for a check that has the requester's. */
  body: Type.Object({ call: Type.Optional(CallWay) }),
  status: 200,
  reply: Prepared,
  errors: [...DECISION_ERRORS, ...CALL_ERRORS, 'rate.exceeded'],
})

export const approveRequest = endpoint({
  operation: 'requests.approve',
  summary: 'Approve with the signature of an enrolled device; a verification also needs the spoken number',
  method: 'POST',
  path: '/requests/approve/{id}',
  access: 'approver',
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({
    proof: Proof,
    number: Type.Optional(SpokenNumber),
    /** As in `challenge`. */
    call: Type.Optional(CallWay),
  }),
  status: 200,
  reply: Request,
  errors: [...DECISION_ERRORS, 'number.missing', 'number.wrong', ...CALL_ERRORS, ...PROOF_ERRORS],
})

export const denyRequest = endpoint({
  operation: 'requests.deny',
  summary:
    'Answer a call check with “I am talking to them, but I did not ask for this”: closes it and alerts all admins',
  method: 'POST',
  path: '/requests/deny/{id}',
  access: 'approver',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  body: Type.Object({ call: CallWay }),
  status: 200,
  reply: Request,
  errors: ['request.not-found', 'request.closed', 'request.no-check'],
})

/** Characters of the reason for a decline. */
export const MOST_REASON = 500

export const declineRequest = endpoint({
  operation: 'requests.decline',
  summary: 'Decline, with a reason or without; needs no signature',
  method: 'POST',
  path: '/requests/decline/{id}',
  access: 'approver',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  /** The requester and the approvers read the reason, and the audit log keeps it. */
  body: Type.Object({ reason: Type.Optional(Text(MOST_REASON)) }),
  status: 200,
  reply: Request,
  errors: [...DECISION_ERRORS, 'deputy.no-device', 'call.no-decline'],
})

export const withdrawRequest = endpoint({
  operation: 'requests.withdraw',
  summary: 'Withdraw the caller’s own pending request',
  method: 'POST',
  path: '/requests/withdraw/{id}',
  access: 'active participant',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found', 'request.closed'],
})

export const remindApprovers = endpoint({
  operation: 'requests.remind',
  summary: 'Remind those who may decide the caller’s own pending approval, at most once an hour',
  method: 'POST',
  path: '/requests/remind/{id}',
  access: 'active participant',
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: [
    'request.not-found',
    'request.closed',
    'request.no-approval',
    'request.parked',
    'approver.muted',
    'rate.exceeded',
  ],
})

export const reportRequest = endpoint({
  operation: 'requests.report',
  summary: 'Report “this was not me”: closes a pending request and alerts all admins; also possible later',
  method: 'POST',
  path: '/requests/report/{id}',
  access: 'participant',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  reply: Request,
  errors: ['request.not-found'],
})
