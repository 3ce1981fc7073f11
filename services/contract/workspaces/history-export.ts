import Type, { type Static } from 'typebox'
import { HistoryFilters } from './audit.ts'
import { Id, IdParams, IsoTime, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const ExportFormat = Type.Union([Type.Literal('csv'), Type.Literal('jsonl'), Type.Literal('pdf')])
export type ExportFormat = Static<typeof ExportFormat>

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  pdf: 'application/pdf',
}

/** More are no reading: a PDF is refused, and the other formats have no bound. */
export const PDF_ENTRIES = 10_000

/** What is signed, as RFC 8785 text behind a word that no other signature has: see `canonicalCheckpoint`. */
export const CheckpointContent = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Literal('history-checkpoint'),
    workspaceId: Id,
    /** The chain's newest entry; 0 and a hash of zeros before the first. */
    sequence: Type.Integer(),
    hash: Type.String(),
    at: IsoTime,
    /** What it is signed with: the first 16 hex digits of SHA-256 over the public key. */
    keyId: Type.String(),
    /** Of the last line of an export alone: what the lines before it are. */
    export: nullable(
      Type.Object({
        /** As they were asked for; none: it is the whole log. */
        filters: Type.Record(Type.String(), Type.String()),
        entries: Type.Integer(),
        /** `lineHash` of the last one. */
        lines: Type.String(),
      }),
    ),
  },
  { $id: 'CheckpointContent' },
)
export type CheckpointContent = Static<typeof CheckpointContent>

export const Checkpoint = Type.Object(
  {
    content: CheckpointContent,
    /** Ed25519, base64url: 64 bytes, and the 32 of the key. */
    signature: Type.String(),
    publicKey: Type.String(),
  },
  { $id: 'Checkpoint' },
)
export type Checkpoint = Static<typeof Checkpoint>

export const historyCheckpoint = endpoint({
  operation: 'workspaces.history-checkpoint',
  summary:
    'The signed head of the hash chain of the audit log, and every key that checkpoints are signed with',
  method: 'GET',
  path: '/workspaces/history-checkpoint/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  whileKept: true,
  readModels: ['audit'],
  params: IdParams,
  status: 200,
  reply: Type.Object({
    ...Checkpoint.properties,
    /** The newest first; an older one signs nothing any more, and checks what it has signed. */
    keys: Type.Array(Type.Object({ id: Type.String(), publicKey: Type.String() })),
  }),
  errors: [],
})

export const historyExport = endpoint({
  operation: 'workspaces.history-export',
  summary: 'The audit log as a file, newest first, with the filters of the list; stands in the log itself',
  method: 'GET',
  path: '/workspaces/history-export/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  whileKept: true,
  readModels: ['audit', 'workspaces'],
  params: IdParams,
  query: Type.Object({ ...HistoryFilters, format: ExportFormat }),
  status: 200,
  file: Object.values(EXPORT_TYPES),
  reply: Type.String(),
  errors: ['history.too-long'],
})

/** Of a workspace that is deleted, for those who were its admins then. */
export const DeletedWorkspace = Type.Object(
  {
    id: Id,
    name: nullable(Type.String()),
    timezone: Type.String(),
    deletedAt: IsoTime,
    /** Until then its audit log can be exported. */
    keptUntil: IsoTime,
  },
  { $id: 'DeletedWorkspace' },
)
export type DeletedWorkspace = Static<typeof DeletedWorkspace>

export const deletedWorkspaces = endpoint({
  operation: 'users.deleted-workspaces',
  summary:
    'The deleted workspaces whose audit log the caller can still export, the last one first; at most 100',
  method: 'GET',
  path: '/users/deleted-workspaces',
  access: 'user',
  readModels: ['workspaces'],
  status: 200,
  reply: Type.Array(DeletedWorkspace),
  errors: [],
})
