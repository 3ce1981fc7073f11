import Type from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { WorkspacesFilter } from '../subscription/periods.ts'

export const exportWorkspaces = endpoint({
  operation: 'workspaces.list-export',
  summary: 'The list of all open workspaces as CSV, with its filters and order; recorded as an event',
  method: 'GET',
  path: '/workspaces/workspace-with-participants/export',
  access: 'super admin',
  needsFreshLogin: true,
  readModels: ['workspaces'],
  query: Type.Object(WorkspacesFilter),
  status: 200,
  file: ['text/csv; charset=utf-8'],
  reply: Type.String(),
  errors: [],
})
