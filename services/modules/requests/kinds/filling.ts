import { Rejected } from '#contract/errors.ts'
import type { FieldValues } from '#contract/requests/kinds.ts'
import type { Platform } from '#platform/platform.ts'
import type { FilledKind } from '#modules/requests/request.state.ts'
import { joined, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { readValues } from './field-values.ts'
import { createKinds } from './kinds.ts'

type Given = {
  readonly kindId?: string | undefined
  readonly fields?: FieldValues | undefined
  readonly files?: readonly string[] | undefined
  /** Whether required fields may be missing. */
  readonly isExample?: boolean
}

/** Fills in a kind of the workspace as it is now; null without one. Throws `kind.not-found` and `input.invalid`. */
export const createFilling = (platform: Pick<Platform, 'codec' | 'commands' | 'eventStore'>) => {
  const kinds = createKinds(platform)
  return async (
    { kindId, fields = {}, files = [], isExample = false }: Given,
    workspaceId: string,
    workspace: WorkspaceState,
  ): Promise<FilledKind | null> => {
    if (kindId === undefined) return null
    const kind = await kinds.find(workspaceId, kindId)
    if (!kind) throw new Rejected('kind.not-found')
    const participantIds = new Set(joined(workspace).map(({ participantId }) => participantId))
    const { filled, faults } = readValues(kind, fields, { files, participantIds, isExample })
    if (faults.length > 0) throw new Rejected('input.invalid', faults)
    return { kindId, kindVersion: kind.version, kind: { name: kind.name }, fields: filled }
  }
}
