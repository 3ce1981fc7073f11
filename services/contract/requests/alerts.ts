import Type, { type Static } from 'typebox'
import { Empty, Id, IsoTime, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Person } from '../person.ts'

/** How many of the newest alerts are shown. */
export const MAX_ALERTS = 20

/** So many colleagues who check a call with one person at once are an alert. */
export const MANY_SIDES = 3

/** A report of “this was not me”, a second wrong number, the third of two people within a day, a call that contradicts itself, a muted requester, or one person whom many check at once. */
export const ALERTS = [
  'reported',
  'code-mismatch',
  'both-called',
  'claim-denied',
  'pair-locked',
  'muted',
  'many-sides',
] as const
const Alert = words(ALERTS)
export type Alert = Static<typeof Alert>

export const requestAlerts = endpoint({
  operation: 'requests.alerts',
  summary:
    'The newest twenty alerts of the last 24 hours that the caller has not dismissed, across all workspaces where they are an admin',
  method: 'GET',
  path: '/requests/alerts',
  access: 'user',
  readModels: ['requests'],
  status: 200,
  reply: Type.Array(
    Type.Object({
      id: Id,
      kind: Alert,
      at: IsoTime,
      workspaceId: Id,
      workspaceName: nullable(Type.String()),
      /** For a mute: the last request that was declined, denied, reported or expired. For many who ask: the check that made them many. */
      requestId: Id,
      title: nullable(Type.String()),
      /** Whom many colleagues check at once, and who asked until ten minutes after the alert; null for other alerts. */
      manySides: Type.Optional(nullable(Type.Object({ asked: Person, by: Type.Array(Person) }))),
    }),
  ),
  errors: [],
})

export const dismissAlerts = endpoint({
  operation: 'requests.dismiss-alerts',
  summary: 'Hide alerts from the caller, on all their devices',
  method: 'POST',
  path: '/requests/dismiss-alerts',
  access: 'user',
  command: true,
  readModels: ['requests'],
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_ALERTS }) }),
  status: 200,
  reply: Empty,
  errors: [],
})
