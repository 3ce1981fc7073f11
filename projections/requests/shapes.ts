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

type GlassColumns = Pick<PeopleNames, 'decided_by_name' | 'glass_confirmed_by_name'> & {
  readonly decided_at: Date | string | null
  readonly decided_by_id: string | null
  readonly decided_by_email: string | null
  readonly glass_until: Date | string | null
  readonly glass_reason: string | null
  readonly glass_confirmed_at: Date | string | null
  readonly glass_confirmed_by_id: string | null
  readonly glass_confirmed_by_email: string | null
}

/** How an admin alone approved the request; nothing unless one did. */
export const glassOf = (row: GlassColumns): Pick<Request, 'brokenGlass'> => {
  const { decided_by_id: byId, decided_at: at, glass_until: until, glass_confirmed_by_id: confirmerId } = row
  if (until === null || byId === null || at === null) return {}
  return {
    brokenGlass: {
      by: personOf(byId, row.decided_by_email, row.decided_by_name),
      at: new Date(at).toISOString(),
      reason: row.glass_reason,
      confirmedBy:
        confirmerId === null
          ? null
          : personOf(confirmerId, row.glass_confirmed_by_email, row.glass_confirmed_by_name),
      confirmedAt: isoOf(row.glass_confirmed_at),
      confirmUntil: new Date(until).toISOString(),
    },
  }
}

export const isoOf = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString()
