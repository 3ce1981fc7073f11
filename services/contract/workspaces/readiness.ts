import Type, { type Static } from 'typebox'
import { IdParams, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** What somebody still lacks: to join, a usable device, a first decision (of those who may decide), or a mailbox that our mails reach. */
export const LACKS = ['joining', 'device', 'decision', 'mailbox'] as const
export const Lacks = words(LACKS)
export type Lacks = Static<typeof Lacks>

/** Of the people of a workspace who are active; a revoked invitation counts for nobody. */
export const Readiness = Type.Object(
  {
    /** Joined or invited. */
    invited: Type.Integer(),
    joined: Type.Integer(),
    withDevice: Type.Integer(),
    decidedOnce: Type.Integer(),
    /** Who can be reminded now: no invitation and no reminder within a day. */
    remindable: Type.Object({ joining: Type.Integer(), device: Type.Integer() }),
    /** The newest mails of those who are invited and have not joined. */
    mails: Type.Object({ waiting: Type.Integer(), sent: Type.Integer(), failed: Type.Integer() }),
    /** Joined or invited people whom the newest mail did not reach. */
    unreached: Type.Integer(),
  },
  { $id: 'Readiness' },
)
export type Readiness = Static<typeof Readiness>

export const readiness = endpoint({
  operation: 'workspaces.readiness',
  summary: 'How many people are invited, have joined, have a device and have decided once',
  method: 'GET',
  path: '/workspaces/readiness/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces', 'users', 'requests', 'audit'],
  params: IdParams,
  status: 200,
  reply: Readiness,
  errors: [],
})

/** In one go. */
export const MAX_REMINDED = 500

export const remindLaggards = endpoint({
  operation: 'workspaces.remind',
  summary:
    'Send the invitation again to those who have not joined, or ask those without a device to set one up; at most once a day each',
  method: 'POST',
  path: '/workspaces/remind/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({ lacks: words(['joining', 'device']) }),
  status: 200,
  reply: Type.Object({ reminded: Type.Integer() }),
  errors: [],
})
