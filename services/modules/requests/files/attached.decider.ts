import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf, SignedFiles } from '#modules/requests/request.state.ts'

/** As it is signed, with its name. */
export type AttachedFile = SignedFiles[number] & { readonly name: string }

/** What a request with these files says beside its creation. */
export const attached = (
  files: readonly AttachedFile[],
  of: Pick<DataOf<'FilesAttached'>, 'requestId' | 'workspaceId' | 'requesterUserId'>,
): RequestEvent[] => {
  if (files.length === 0) return []
  const names = files.map(({ name }) => name)
  const signed = files.map(({ id, nameHash, type, size, sha256 }) => ({ id, nameHash, type, size, sha256 }))
  return [{ type: 'FilesAttached', data: { ...of, files: signed, names } }]
}
