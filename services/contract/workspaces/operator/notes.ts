import Type, { type Static } from 'typebox'
import { Id, IdParams, IsoTime, Text, nullable } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { SuperAdmin } from '../subscription/answer-offer.ts'

/** What super admins write about a workspace for each other. Its people never see it. */

export const MAX_NOTE = 2_000

const Note = Type.Object({
  /** Empty without a note. */
  text: Type.String(),
  /** Changes with each change; null without a note. */
  version: nullable(Id),
  changedAt: nullable(IsoTime),
  changedBy: nullable(SuperAdmin),
})
export type Note = Static<typeof Note>

export const workspaceNote = endpoint({
  operation: 'workspaces.note',
  summary: 'The note of the super admins about a workspace',
  method: 'GET',
  path: '/workspaces/note/{id}',
  access: 'super admin',
  readModels: ['users'],
  params: IdParams,
  status: 200,
  reply: Note,
  errors: ['workspace.not-found'],
})

export const changeNote = endpoint({
  operation: 'workspaces.change-note',
  summary:
    'Write, change or empty the note about a workspace; fails with `command.conflict` if it has changed since `version`',
  method: 'PATCH',
  path: '/workspaces/note/{id}',
  access: 'super admin',
  command: true,
  readModels: ['users'],
  params: IdParams,
  body: Type.Object({ text: Text(MAX_NOTE), version: nullable(Id) }),
  status: 200,
  reply: Note,
  errors: ['workspace.not-found'],
})
