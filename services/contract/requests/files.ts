import Type, { type Static } from 'typebox'
import { Id, IdParams, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Told by the content of a file; neither its name nor a header counts. */
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'application/xml'] as const
export type FileType = (typeof FILE_TYPES)[number]
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** Of one request. */
export const MAX_FILES = 10
export const MAX_FILES_BYTES = 25 * 1024 * 1024
/** In characters. */
export const MAX_FILE_NAME = 200

export const UploadedFile = Type.Object(
  {
    id: Id,
    /** Null once it is erased. */
    name: nullable(Type.String()),
    type: words(FILE_TYPES),
    /** In bytes. */
    size: Type.Integer(),
    /** Of the bytes, in hex digits as `sha256sum` prints them. */
    sha256: Type.String(),
  },
  { $id: 'UploadedFile' },
)
export type UploadedFile = Static<typeof UploadedFile>

/** What is signed of a file. The hash of its name is salted with the secret of the text. */
export const SignedFile = Type.Object({
  nameHash: Type.String(),
  type: words(FILE_TYPES),
  size: Type.Integer(),
  sha256: Type.String(),
})
export type SignedFile = Static<typeof SignedFile>

/**
 * Only for an approval: ids of files that the caller has uploaded and no other request has, of 25 MiB in all. In this order they are
 * shown and signed.
 */
export const FileIds = Type.Array(Id, { maxItems: MAX_FILES, uniqueItems: true })

export const uploadFile = endpoint({
  operation: 'files.upload',
  summary:
    'Upload one file of at most 10 MiB for a request: PDF, PNG, JPEG or XML, as a form with one file, or as the body with its name in the query. Removed after a day unless a request has it',
  method: 'POST',
  path: '/files/upload/{workspaceId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  paid: true,
  command: true,
  readModels: [],
  takesFile: true,
  params: Type.Object({ workspaceId: Id }),
  query: Type.Object({
    /** Only for a body that is the file itself; a form has it in its part. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_FILE_NAME })),
  }),
  status: 201,
  reply: UploadedFile,
  errors: ['file.not-taken', 'file.limit'],
})

export const fileContent = endpoint({
  operation: 'files.content',
  summary:
    'The bytes of a file, for those who may see its request, and before that for the person who uploaded it',
  method: 'GET',
  path: '/files/content/{id}',
  access: 'user',
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  file: FILE_TYPES,
  reply: Type.String(),
  errors: ['file.not-found'],
})
