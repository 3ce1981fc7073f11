import { Rejected } from '#contract/errors.ts'
import type { FieldValues, Kind } from '#contract/requests/kinds.ts'
import type { FilledKind } from '#modules/requests/request.state.ts'
import { joined, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { readValues } from './field-values.ts'

type Given = {
  readonly kindId?: string | undefined
  readonly fields?: FieldValues | undefined
  readonly files?: readonly string[] | undefined
  /** Whether required fields may be missing. */
  readonly isExample?: boolean
}

/** Fills in the kind that is meant; null if none is. Throws `kind.not-found` if there is no such kind, and `input.invalid`. */
export const fillKind = (
  { kindId, fields = {}, files = [], isExample = false }: Given,
  kind: Kind | undefined,
  workspace: WorkspaceState,
): FilledKind | null => {
  if (kindId === undefined) return null
  if (!kind) throw new Rejected('kind.not-found')
  const participantIds = new Set(joined(workspace).map(({ participantId }) => participantId))
  const { filled, faults } = readValues(kind, fields, { files, participantIds, isExample })
  if (faults.length > 0) throw new Rejected('input.invalid', faults)
  return { kindId, kindVersion: kind.version, kind: { name: kind.name }, fields: filled }
}
