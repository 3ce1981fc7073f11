import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, IsoTime, Line, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { AccessToken } from './sessions.ts'

/** Signs in a phone from the desktop: the phone reads a code, then both screens show the same number. */

/** Crockford's base 32: no letter looks like a digit. */
export const PAIR_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const PAIR_CODE_LENGTH = 8
const CODE = `^[${PAIR_CODE_SIGNS}]{${PAIR_CODE_LENGTH}}$`
export const PairCode = Type.String({ pattern: CODE })

/** Reads a typed code and corrects similar characters. Returns null if it is not a code. */
export const readPairCode = (typed: string): string | null => {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return new RegExp(CODE).test(signs) ? signs : null
}

/** The desktop shows a code · a phone has claimed it · the desktop has confirmed · the phone is signed in */
export const PairState = Type.Union([
  Type.Literal('shown'),
  Type.Literal('claimed'),
  Type.Literal('confirmed'),
  Type.Literal('finished'),
])
export type PairState = Static<typeof PairState>

export const Pairing = Type.Object({
  state: PairState,
  /** The two digits that both screens show. */
  number: nullable(Type.String()),
  /** The name that the phone gave itself. */
  name: nullable(Type.String()),
  expiresAt: IsoTime,
})
export type Pairing = Static<typeof Pairing>

/** The duration of a long poll. Shorter than the time that a stopping server gives its last requests. */
export const PAIR_WAIT_SECONDS = 8

const Claim = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const pair = endpoint({
  operation: 'auth.pair',
  summary:
    'Get a code that signs in a phone; it is valid for 120 seconds and one phone, and replaces the previous code',
  method: 'POST',
  path: '/auth/pair',
  access: 'user',
  needsFreshLogin: true,
  refusesPaired: true,
  command: true,
  readModels: [],
  status: 200,
  reply: Type.Object({ id: Id, code: PairCode, url: Type.String(), expiresAt: IsoTime }),
  errors: ['pair.not-found', 'rate.exceeded'],
})

export const pairClaim = endpoint({
  operation: 'auth.pair-claim',
  summary: 'Claim the code on the phone; both screens then show the same number for 120 seconds',
  method: 'POST',
  path: '/auth/pair-claim',
  access: 'public',
  readModels: [],
  body: Type.Object({ code: PairCode, name: Line(1, 80) }),
  status: 200,
  reply: Type.Object({ claim: Claim, number: Type.String() }),
  errors: ['pair.not-found', 'rate.exceeded'],
})

export const pairState = endpoint({
  operation: 'auth.pair-state',
  summary: `The state of a pairing, for the session that shows the code; with \`seen\` it waits up to ${PAIR_WAIT_SECONDS} seconds for another state`,
  method: 'GET',
  path: '/auth/pair-state/{id}',
  access: 'user',
  readModels: [],
  params: IdParams,
  query: Type.Object({ seen: Type.Optional(PairState) }),
  status: 200,
  reply: Pairing,
  errors: ['pair.not-found'],
})

export const pairConfirm = endpoint({
  operation: 'auth.pair-confirm',
  summary: 'Confirm that both screens show the same number, so the phone can sign in',
  method: 'POST',
  path: '/auth/pair-confirm/{id}',
  access: 'user',
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['pair.not-found', 'pair.waiting'],
})

export const pairRefuse = endpoint({
  operation: 'auth.pair-refuse',
  summary: 'Cancel the pairing',
  method: 'POST',
  path: '/auth/pair-refuse/{id}',
  access: 'user',
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['pair.not-found'],
})

export const pairFinish = endpoint({
  operation: 'auth.pair-finish',
  summary: `Sign in the phone as \`mobile\` after the desktop has confirmed; 409 until then, with \`wait\` after up to ${PAIR_WAIT_SECONDS} seconds`,
  method: 'POST',
  path: '/auth/pair-finish',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ claim: Claim, wait: Type.Optional(Type.Boolean()) }),
  status: 200,
  reply: AccessToken,
  errors: ['pair.not-found', 'pair.waiting', 'login.failed', 'rate.exceeded'],
})
