import Type from 'typebox'
import { IdParams, Text } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { GLASS_REASON } from './glass-reason.ts'
import { Proof, PROOF_ERRORS } from '../decisions.ts'
import { Prepared, Request } from '../requests.ts'

/** In an emergency an admin alone approves what nobody can decide in time, and a second person confirms it. */

const Reason = Text(GLASS_REASON.most, GLASS_REASON.least)

const BREAK_ERRORS = [
  'request.not-found',
  'request.closed',
  'glass.off',
  'glass.only-approvals',
  'glass.no-second',
  'glass.approve-instead',
  'glass.decidable',
] as const
const CONFIRM_ERRORS = ['request.not-found', 'glass.not-broken', 'glass.confirmed', 'glass.late'] as const

export const glassChallenge = endpoint({
  operation: 'requests.glass-challenge',
  summary:
    'The content to sign to break the glass with this reason, and its challenge, as of `requests.challenge`',
  method: 'POST',
  path: '/requests/glass-challenge/{id}',
  access: 'workspace admin',
  needsFreshLogin: true,
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: [],
  params: IdParams,
  body: Type.Object({ reason: Reason }),
  status: 200,
  reply: Prepared,
  errors: BREAK_ERRORS,
})

export const breakGlass = endpoint({
  operation: 'requests.break-glass',
  summary:
    'Approve alone, as an admin, what nobody can decide in time, where the workspace allows it: all concerned are told, and a second person must confirm it',
  method: 'POST',
  path: '/requests/break-glass/{id}',
  access: 'workspace admin',
  needsFreshLogin: true,
  scope: { request: 'id' },
  paid: true,
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({ reason: Reason, proof: Proof }),
  status: 200,
  reply: Request,
  errors: [...BREAK_ERRORS, ...PROOF_ERRORS],
})

export const confirmGlassChallenge = endpoint({
  operation: 'requests.confirm-glass-challenge',
  summary: 'The content to sign to confirm a broken glass, and its challenge, as of `requests.challenge`',
  method: 'POST',
  path: '/requests/confirm-glass-challenge/{id}',
  access: 'active participant',
  scope: { request: 'id' },
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Prepared,
  errors: CONFIRM_ERRORS,
})

export const confirmGlass = endpoint({
  operation: 'requests.confirm-glass',
  summary:
    'Confirm a broken glass within 72 hours, as another admin or approver of the workspace than the one who broke it or asked',
  method: 'POST',
  path: '/requests/confirm-glass/{id}',
  access: 'active participant',
  scope: { request: 'id' },
  command: true,
  readModels: ['requests', 'users'],
  params: IdParams,
  body: Type.Object({ proof: Proof }),
  status: 200,
  reply: Request,
  errors: [...CONFIRM_ERRORS, ...PROOF_ERRORS],
})
