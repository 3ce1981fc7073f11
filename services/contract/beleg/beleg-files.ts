import Type, { type Static } from 'typebox'
import { IdParams, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A Beleg as a file: see `beleg.ts`. */

const FORMATS = ['json'] as const
export const BelegFormat = words(FORMATS)
export type BelegFormat = Static<typeof BelegFormat>

export const BELEG_TYPES: Readonly<Record<BelegFormat, string>> = { json: 'application/json; charset=utf-8' }

const file = {
  method: 'GET',
  access: 'user',
  params: IdParams,
  query: Type.Object({ format: BelegFormat }),
  status: 200,
  file: Object.values(BELEG_TYPES),
  reply: Type.String(),
} as const

export const requestBeleg = endpoint({
  ...file,
  operation: 'requests.beleg',
  summary:
    'One file that proves one request to a stranger: its wording, its signatures, and its entries in the log. Not for a call check that is still open',
  path: '/requests/beleg/{id}',
  readModels: ['requests', 'audit', 'workspaces'],
  errors: ['request.not-found'],
})

export const changeBeleg = endpoint({
  ...file,
  operation: 'changes.beleg',
  summary: 'One file that proves one change of people or rules to a stranger',
  path: '/changes/beleg/{id}',
  readModels: ['workspaces', 'audit'],
  errors: ['access.denied', 'change.not-found'],
})
