import Type from 'typebox'
import { Empty, IdParams, Line } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Workspace } from './workspaces.ts'

/** The way out for a workspace that protects its people and whose second admin is gone for good. */

export const startLift = endpoint({
  operation: 'workspaces.lift-protection',
  summary:
    'Start lifting the protection of people; it is off after the waiting time, unless an admin or approver stops it',
  method: 'POST',
  path: '/workspaces/lift-protection/{id}',
  access: 'super admin',
  needsFreshLogin: true,
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  /** All who may stop it read the reason. */
  body: Type.Object({ reason: Line(1, 500) }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found', 'workspace.not-protected'],
})

export const withdrawLift = endpoint({
  operation: 'workspaces.withdraw-lift',
  summary: 'Withdraw the lifting of the protection of people while it waits',
  method: 'POST',
  path: '/workspaces/withdraw-lift/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found', 'workspace.not-protected'],
})

export const stopLift = endpoint({
  operation: 'workspaces.stop-lift',
  summary: 'Stop the lifting of the protection of people while it waits, as an admin or approver',
  method: 'POST',
  path: '/workspaces/stop-lift/{id}',
  access: 'active participant',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['workspace.not-protected'],
})
