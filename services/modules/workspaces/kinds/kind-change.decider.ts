import { Rejected } from '#contract/errors.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import type { KindDefinition } from '#contract/requests/fields/kind-definition.ts'

/** Rules about kinds of request that a second admin decides; part of `workspace.decider.ts`. */

export type ApproveKind = {
  readonly type: 'ApproveKind'
  readonly changeId: string
  readonly kindId: string
  /** The one that it becomes. */
  readonly version: number
  readonly definition: KindDefinition
}
/** Records that an approved kind could not be written any more. */
export type OvertakeKind = { readonly type: 'OvertakeKind'; readonly changeId: string }
export type KindChangeCommand = ApproveKind | OvertakeKind

const approve = (
  { changeId, kindId, version, definition }: ApproveKind,
  state: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  // Without protection a kind is written at once, on its own stream.
  if (!state.pending.has(changeId) && !state.peopleProtected) throw new Rejected('command.conflict')
  return [{ type: 'KindApproved', data: { workspaceId: state.id, changeId, kindId, version, definition } }]
}

const overtake = ({ changeId }: OvertakeKind, state: KnownWorkspace): readonly WorkspaceEvent[] =>
  state.ended.get(changeId)?.state === 'done'
    ? [{ type: 'ChangeOvertaken', data: { workspaceId: state.id, changeId, reason: 'outdated' } }]
    : []

export const kindChangeRules = { ApproveKind: approve, OvertakeKind: overtake } as const
