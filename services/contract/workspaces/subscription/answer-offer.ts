import Type, { type Static } from 'typebox'
import { Id, IdParams, IsoTime, Line, nullable, words } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { Workspace } from '../workspaces.ts'

/** What super admins see of requests for offers, and the answer to one. */

/** `done`: a period was added since. */
export const OFFER_STATES = ['waiting', 'answered', 'done'] as const

/** A super admin, for other super admins. Without an address once erased. */
export const SuperAdmin = Type.Object({
  userId: Id,
  email: nullable(Type.String()),
  name: nullable(Type.String()),
})
export type SuperAdmin = Static<typeof SuperAdmin>

/** The latest requested offer, for super admins. */
export const ListedOffer = nullable(
  Type.Object({
    id: Id,
    reference: Type.String(),
    requestedAt: IsoTime,
    state: words(OFFER_STATES),
    /** Who marked it as answered; null if nobody did. */
    answer: nullable(
      Type.Object({
        at: IsoTime,
        by: SuperAdmin,
        /** null if none was given, or once erased. */
        note: nullable(Type.String()),
      }),
    ),
  }),
)
export type ListedOffer = NonNullable<Static<typeof ListedOffer>>

export const answerOffer = endpoint({
  operation: 'workspaces.answer-offer',
  summary:
    'Mark a request for an offer as answered; admins of the workspace read the note. Fails with `command.conflict` if it is, or there is a newer one',
  method: 'PATCH',
  path: '/workspaces/answer-offer/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({ offerId: Id, note: Type.Optional(Line(1, 500)) }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found'],
})
