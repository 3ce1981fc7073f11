import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, IsoTime, Line, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { AccessToken } from './sessions.ts'

/** A phone is signed in from the desktop: a code goes from screen to screen, and both then show the same number. */

/** Crockford's: no letter that is taken for a figure. */
export const PAIR_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const PAIR_CODE_LENGTH = 8
const CODE = `^[${PAIR_CODE_SIGNS}]{${PAIR_CODE_LENGTH}}$`
export const PairCode = Type.String({ pattern: CODE })

/** The code in what somebody typed, who may have taken one sign for another; null where it is none. */
export const readPairCode = (typed: string): string | null => {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return new RegExp(CODE).test(signs) ? signs : null
}

/** Shown by the desktop · a phone has it · the desktop said yes · the phone is signed in */
export const PairState = Type.Union([
  Type.Literal('shown'),
  Type.Literal('claimed'),
  Type.Literal('confirmed'),
  Type.Literal('finished'),
])
export type PairState = Static<typeof PairState>

export const Pairing = Type.Object({
  state: PairState,
  /** The two digits that the phone shows too. */
  number: nullable(Type.String()),
  /** What the phone says that it is. */
  name: nullable(Type.String()),
  expiresAt: IsoTime,
})
export type Pairing = Static<typeof Pairing>

/** So long a screen that asks how far the other one is waits for an answer; shorter than a server that stops waits for its last ones. */
export const PAIR_WAIT_SECONDS = 8

const Claim = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const pair = endpoint({
  operation: 'auth.pair',
  summary:
    'Show a code that signs a phone in: for 120 seconds and once; the one shown before is good no more',
  method: 'POST',
  path: '/auth/pair',
  access: 'user',
  command: true,
  readModels: [],
  status: 200,
  reply: Type.Object({ id: Id, code: PairCode, url: Type.String(), expiresAt: IsoTime }),
  errors: ['login.too-old', 'pair.not-found', 'rate.exceeded'],
})

export const pairClaim = endpoint({
  operation: 'auth.pair-claim',
  summary: 'Take the code on the phone: the number is shown on both screens from then on, for 120 seconds',
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
  summary: `How far a phone is, for the session that showed the code; with \`seen\` it waits up to ${PAIR_WAIT_SECONDS} seconds for another state`,
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
  summary: 'The number on the phone is this one: it may finish',
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
  summary: 'Whatever has the code gets nothing for it',
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
  summary: `Sign the phone in, as \`mobile\`, once the desktop has confirmed it; 409 until then, with \`wait\` after up to ${PAIR_WAIT_SECONDS} seconds`,
  method: 'POST',
  path: '/auth/pair-finish',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ claim: Claim, wait: Type.Optional(Type.Boolean()) }),
  status: 200,
  reply: AccessToken,
  errors: ['pair.not-found', 'pair.waiting', 'login.failed', 'rate.exceeded'],
})
