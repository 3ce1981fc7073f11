import Type, { type Static } from 'typebox'
import { Empty, Id, IdParams, Line } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** So many views of one log a person can save. */
export const MAX_VIEWS = 20

/** In the time zone of the workspace. */
const Day = Type.String({ format: 'date' })

/** A name for filters of the audit log. What the filters name may be gone: then the view is empty. */
const Named = {
  name: Line(1, 60),
  q: Type.Optional(Line(1, 200)),
  actor: Type.Optional(Line(1, 254)),
  action: Type.Optional(Type.String({ pattern: '^[!-~]+$', maxLength: 80 })),
  target: Type.Optional(Line(1, 254)),
  outcome: Type.Optional(Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('closed')])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}
const NamedFilters = Type.Object(Named)
export type NamedFilters = Static<typeof NamedFilters>

/** The same name, in whatever case, is the same view and has the same id. */
export const HistoryView = Type.Object({ id: Id, ...Named }, { $id: 'HistoryView' })
export type HistoryView = Static<typeof HistoryView>

export const historyViews = endpoint({
  operation: 'workspaces.history-views',
  summary: 'The views of the audit log that the caller has saved, in no order',
  method: 'GET',
  path: '/workspaces/history-views/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Type.Array(HistoryView),
  errors: [],
})

export const saveHistoryView = endpoint({
  operation: 'workspaces.save-history-view',
  summary:
    'Save filters of the audit log under a name, for the caller alone; replaces their view of the same name',
  method: 'POST',
  path: '/workspaces/history-views/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: [],
  params: IdParams,
  body: NamedFilters,
  status: 200,
  reply: HistoryView,
  errors: ['view.limit'],
})

export const deleteHistoryView = endpoint({
  operation: 'workspaces.delete-history-view',
  summary: 'Delete a saved view of the audit log; does nothing if it is gone',
  method: 'DELETE',
  path: '/workspaces/history-views/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: [],
  params: IdParams,
  body: Type.Object({ viewId: Id }),
  status: 200,
  reply: Empty,
  errors: [],
})
