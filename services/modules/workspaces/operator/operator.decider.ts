import type { Decider } from '#platform/commands/decider.ts'
import type { OperatorEvent } from './operator.events.ts'

export type ExportWorkspaces = {
  readonly type: 'ExportWorkspaces'
  readonly userId: string
  readonly workspaces: number
}

/** Records each export. There is no state. */
export const operatorDecider: Decider<null, ExportWorkspaces, OperatorEvent> = {
  initialState: null,
  evolve: () => null,
  decide: ({ userId, workspaces }) => [{ type: 'WorkspacesExported', data: { userId, workspaces } }],
}
