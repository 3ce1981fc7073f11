import Type, { type Static } from 'typebox'
import { HistoryFilters } from './audit.ts'
import { Id, IdParams, IsoTime, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const ExportFormat = Type.Union([
  Type.Literal('csv'),
  Type.Literal('xlsx'),
  Type.Literal('jsonl'),
  Type.Literal('pdf'),
])
export type ExportFormat = Static<typeof ExportFormat>

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
  pdf: 'application/pdf',
}

/** Longer logs are refused as PDF: nobody reads more than some thousand pages. */
export const MAX_PDF_ENTRIES = 100_000

/** The most entries of each format that has a limit. A sheet of a workbook has 1,048,576 rows. */
export const MAX_ENTRIES: Readonly<Partial<Record<ExportFormat, number>>> = {
  pdf: MAX_PDF_ENTRIES,
  xlsx: 1_000_000,
}

/** The signed content, as RFC 8785 text after a domain prefix. */
export const CheckpointContent = Type.Object(
  {
    v: Type.Literal(1),
    kind: Type.Literal('history-checkpoint'),
    workspaceId: Id,
    /** The newest entry of the chain; 0 and a hash of zeros for an empty log. */
    sequence: Type.Integer(),
    hash: Type.String(),
    at: IsoTime,
    /** The first 16 hex digits of the SHA-256 of the public key. */
    keyId: Type.String(),
    /** Only in the last line of an export: the lines before it. */
    export: nullable(
      Type.Object({
        /** The query's filters; empty for the whole log. */
        filters: Type.Record(Type.String(), Type.String()),
        entries: Type.Integer(),
        /** `lineHash` of the last line. */
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
    /** Ed25519, base64url. The signature has 64 bytes, the public key 32. */
    signature: Type.String(),
    publicKey: Type.String(),
  },
  { $id: 'Checkpoint' },
)
export type Checkpoint = Static<typeof Checkpoint>

/** `unproved`: the product cannot prove at present that the log only grew. `contradicted`: the witness has seen another history. */
export const WITNESS_TROUBLES = ['unreached', 'unknown', 'refused', 'contradicted', 'unproved'] as const

export const HistoryWitness = Type.Object(
  {
    name: Type.String(),
    verifierKey: Type.String(),
    /** The number of entries that it saw last, and when. */
    size: nullable(Type.Integer()),
    at: nullable(IsoTime),
    /** Why it signs nothing, and since when. */
    trouble: nullable(words(WITNESS_TROUBLES)),
    since: nullable(IsoTime),
    /** When it said last that this is not the history that it had seen. Stays. */
    contradictedAt: nullable(IsoTime),
  },
  { $id: 'HistoryWitness' },
)
export type HistoryWitness = Static<typeof HistoryWitness>

export const STAMP_TROUBLES = ['unreached', 'refused', 'invalid', 'unproved'] as const

/** The newest time stamp (RFC 3161) of the log; all null before the first. */
export const HistoryTimeStamp = Type.Object(
  {
    /** How the certificate of the authority calls itself. */
    authority: nullable(Type.String()),
    /** The number of entries that it stamped, and when. */
    size: nullable(Type.Integer()),
    at: nullable(IsoTime),
    /** What was stamped, and the token over it (base64 of DER). */
    text: nullable(Type.String()),
    token: nullable(Type.String()),
    /** Why there is no newer one, and since when. `invalid`: what is answered is no stamp of this log. */
    trouble: nullable(words(STAMP_TROUBLES)),
    since: nullable(IsoTime),
  },
  { $id: 'HistoryTimeStamp' },
)
export type HistoryTimeStamp = Static<typeof HistoryTimeStamp>

export const historyCheckpoint = endpoint({
  operation: 'workspaces.history-checkpoint',
  summary: 'The signed head of the audit log’s hash chain, and all keys that sign or signed checkpoints',
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
    /** Newest first. Only the first one still signs. */
    keys: Type.Array(Type.Object({ id: Type.String(), publicKey: Type.String() })),
    /** The root of the log's Merkle tree as a signed note (`tlog-checkpoint` of C2SP): see `docs/evidence.md`. */
    note: Type.String(),
    /** The keys of such notes, newest first. */
    verifierKeys: Type.Array(Type.String()),
    /** Who outside signs checkpoints of this log: see `docs/evidence.md`. */
    witnesses: Type.Array(HistoryWitness),
    /** Null if no authority stamps it. */
    timeStamp: nullable(HistoryTimeStamp),
  }),
  errors: [],
})

/** Proofs over the Merkle tree of a log. */
export const historyProof = endpoint({
  operation: 'workspaces.history-proof',
  summary: 'Proves that one entry is in the audit log, without the other entries',
  method: 'GET',
  path: '/workspaces/history-proof/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  whileKept: true,
  readModels: ['audit'],
  params: IdParams,
  query: Type.Object({ sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  status: 200,
  reply: Type.Object({
    /** What the hash of the entry is made from. */
    entry: Type.Object({
      sequence: Type.Integer(),
      id: Type.String(),
      factHash: Type.String(),
      previousHash: nullable(Type.String()),
      hash: Type.String(),
    }),
    /** A `tlog-proof` of C2SP, with a checkpoint of now. */
    proof: Type.String(),
  }),
  errors: [],
})

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const historyConsistency = endpoint({
  operation: 'workspaces.history-consistency',
  summary: 'Proves that the audit log only grew between two sizes',
  method: 'GET',
  path: '/workspaces/history-consistency/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  whileKept: true,
  readModels: ['audit'],
  params: IdParams,
  query: Type.Object({ from: Size, to: Size }),
  status: 200,
  reply: Type.Object({
    /** The roots of the tree at both sizes, and the proof of RFC 9162, as base64 of 32 bytes each. */
    fromRoot: Type.String(),
    toRoot: Type.String(),
    hashes: Type.Array(Type.String()),
  }),
  errors: [],
})

export const historyExport = endpoint({
  operation: 'workspaces.history-export',
  summary: 'The audit log as a file, newest first, with the filters of the list; recorded in the audit log',
  method: 'GET',
  path: '/workspaces/history-export/{id}',
  access: 'workspace admin',
  needsFreshLogin: true,
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

/** For the admins at the time of the deletion. */
export const DeletedWorkspace = Type.Object(
  {
    id: Id,
    name: nullable(Type.String()),
    timezone: Type.String(),
    deletedAt: IsoTime,
    /** The audit log can be exported until then. */
    keptUntil: IsoTime,
  },
  { $id: 'DeletedWorkspace' },
)
export type DeletedWorkspace = Static<typeof DeletedWorkspace>

export const deletedWorkspaces = endpoint({
  operation: 'users.deleted-workspaces',
  summary: 'Deleted workspaces whose audit log the caller can still export, newest first; at most 100',
  method: 'GET',
  path: '/users/deleted-workspaces',
  access: 'user',
  readModels: ['workspaces'],
  status: 200,
  reply: Type.Array(DeletedWorkspace),
  errors: [],
})
