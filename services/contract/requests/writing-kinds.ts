import Type from 'typebox'
import { Id } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { InBoth, Kind, KindFields, KindReminders, KindRules } from './kinds.ts'

/** Apart from the shapes, which every page with requests loads. */

const ofWorkspace = Type.Object({ workspaceId: Id })

export const kindList = endpoint({
  operation: 'kinds.list',
  summary: 'The kinds of request of a workspace: the built-in ones, then its own by age',
  method: 'GET',
  path: '/kinds/list/{workspaceId}',
  access: 'active participant',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests'],
  params: ofWorkspace,
  status: 200,
  reply: Type.Array(Kind),
  errors: [],
})

export const writeKind = endpoint({
  operation: 'kinds.write',
  summary:
    'Make a kind of request, or a new version of one; waits for a second admin where people are protected. Requests keep the version that they were made by',
  method: 'POST',
  path: '/kinds/write/{workspaceId}',
  access: 'workspace admin',
  asksSecondAdmin: 'instead',
  scope: { workspace: 'workspaceId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: ofWorkspace,
  body: Type.Object({
    /** Missing: a new one. */
    id: Type.Optional(Id),
    /** As `fields`: of a built-in kind it stays as it is. */
    name: InBoth,
    fields: KindFields,
    rules: KindRules,
    /** Missing: they stay as they are. */
    reminders: Type.Optional(KindReminders),
  }),
  status: 200,
  reply: Kind,
  errors: ['kind.not-found', 'kind.exists', 'kind.limit', 'rate.exceeded'],
})
