import type { Request } from '#contract/requests/requests.ts'
import type { FilledKind, SignedFiles } from '#modules/requests/request.state.ts'
import { marked, type PeopleNames } from './name-queries.ts'

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

export type JsonColumns = FileColumns & { readonly filled: Pick<FilledKind, 'kind' | 'fields'> | null }

export const personOf = (
  participantId: string,
  email: string | null,
  name: string | null = null,
  alike?: boolean | null,
) => ({ participantId, email, name, ...marked(alike) })

type KindColumns = Pick<JsonColumns, 'filled'> &
  Pick<PeopleNames, 'people_filled' | 'changed_iban'> & {
    readonly kind_id: string | null
    readonly kind_version: number | null
  }

/** The kind of a request and its fields; nothing without one, and once they are erased. */
export const fieldsOf = ({
  kind_id: id,
  kind_version: version,
  filled,
  people_filled: people,
  changed_iban: changed,
}: KindColumns): Pick<Request, 'kind' | 'fields' | 'changedIban'> => {
  if (id === null || version === null || filled === null) return {}
  const personIn = (participantId: string) => {
    const found = people?.[participantId]
    return found ? personOf(participantId, found.email, found.name, found.alike) : null
  }
  return {
    kind: { id, version, name: filled.kind.name },
    ...(changed && { changedIban: { ...changed, approvedAt: new Date(changed.approvedAt).toISOString() } }),
    fields: filled.fields.map((field) =>
      field.type === 'person' ? { ...field, person: personIn(field.value as string) } : field,
    ),
  }
}

export const isoOf = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString()
