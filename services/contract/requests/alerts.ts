import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A report of “this was not me”, a second wrong number, or a muted requester. */
const Alert = Type.Union([Type.Literal('reported'), Type.Literal('code-mismatch'), Type.Literal('muted')])
export type Alert = Static<typeof Alert>

export const requestAlerts = endpoint({
  operation: 'requests.alerts',
  summary:
    'The newest twenty alerts of the last 24 hours, across all workspaces where the caller is an admin',
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
      /** For a mute: the last request that was declined, reported or expired. */
      requestId: Id,
      title: nullable(Type.String()),
    }),
  ),
  errors: [],
})
