import Type, { type Static } from 'typebox'
import { Id, IdParams, Line } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Requests for an offer of a subscription with payment by bank transfer. */

export const RunTime = Type.Union([Type.Literal('12 Monate'), Type.Literal('24 Monate')])
export type RunTime = Static<typeof RunTime>

/** `usersNumber` is a text from '1' to '10000'. */
export const MAX_USERS = 10_000
/** The latest start of a subscription, in days from today. */
export const LATEST_START_DAYS = 365

/** The reference that operator and customer use for an offer. */
export const offerReference = (offerId: string): string =>
  `VA-${offerId.slice(0, 4)}-${offerId.slice(4, 8)}`.toUpperCase()

export const requestOffer = endpoint({
  operation: 'workspaces.bank-transfer-payment',
  summary: 'Request an offer of a subscription from the operator',
  method: 'POST',
  path: '/workspaces/bank-transfer-payment/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    firstName: Line(3, 100),
    lastName: Line(3, 100),
    companyName: Line(3, 200),
    street: Line(3, 200),
    houseNumber: Line(1, 40),
    zipCode: Type.String({ pattern: '^[0-9]{5}$' }),
    runTime: RunTime,
    usersNumber: Type.String({ pattern: '^(?:[1-9][0-9]{0,3}|10000)$' }),
    /** From today, in the workspace's time zone, to a year ahead. */
    startDate: Type.String({ format: 'date' }),
    /** Must equal the id in the path. */
    workspaceId: Id,
  }),
  status: 201,
  reply: Type.Object({ reference: Type.String() }),
  errors: ['rate.exceeded'],
})
