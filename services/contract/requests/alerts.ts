import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** What admins are told of at once: “this was not me”, a second wrong number, somebody who asks again and again. */
const Alert = Type.Union([Type.Literal('reported'), Type.Literal('code-mismatch'), Type.Literal('muted')])
export type Alert = Static<typeof Alert>

export const requestAlerts = endpoint({
  operation: 'requests.alerts',
  summary:
    'What the caller should look at as an admin: of the last 24 hours, over all workspaces, the newest twenty',
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
      /** What it is about; of somebody who is muted, the last one that was declined or not answered. */
      requestId: Id,
      title: nullable(Type.String()),
    }),
  ),
  errors: [],
})
