import Type, { type Static } from 'typebox'
import { IdParams, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A Beleg as a file: see `beleg.ts`. */

const FORMATS = ['pdf', 'json'] as const
export const BelegFormat = words(FORMATS)
export type BelegFormat = Static<typeof BelegFormat>

export const BELEG_TYPES: Readonly<Record<BelegFormat, string>> = {
  pdf: 'application/pdf',
  json: 'application/json; charset=utf-8',
}

const file = {
  method: 'GET',
  access: 'user',
  params: IdParams,
  /** Without one: a PDF/A-3 in the reader’s language, to which the JSON is attached. */
  query: Type.Object({ format: Type.Optional(BelegFormat) }),
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
