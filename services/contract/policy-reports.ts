import Type from 'typebox'
import { Empty, Search } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Browsers send this when something on one of our pages breaks its content security policy. */
export const reportViolation = endpoint({
  operation: 'policies.report',
  summary: 'Count something that a browser kept a page from doing (report-uri of the pages’ policy)',
  method: 'POST',
  path: '/policies/report',
  access: 'public',
  readModels: [],
  body: Type.Object({
    'csp-report': Type.Object({
      /** The directive, with its sources in older browsers. */
      'violated-directive': Search(2_000),
      /** An address, or a word such as `inline`. */
      'blocked-uri': Type.Optional(Search(8_000)),
    }),
  }),
  status: 200,
  reply: Empty,
  errors: [],
})
