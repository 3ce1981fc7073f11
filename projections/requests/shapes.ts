import type { Request } from '#contract/requests/requests.ts'
import type { SignedFiles } from '#modules/requests/request.state.ts'

export type FileColumns = {
  readonly files: SignedFiles | null
  readonly file_names: readonly string[] | null
}

/** The files of a request; nothing without any. */
export const filesOf = ({ files, file_names: names }: FileColumns): Pick<Request, 'files'> =>
  files === null
    ? {}
    : {
        files: files.map(({ id, type, size, sha256 }, place) => ({
          id,
          name: names?.[place] ?? null,
          type,
          size,
          sha256,
        })),
      }

export const isoOf = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString()
