import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** For the log and the admins. Its command id is the same for each witness, so that it is noticed once. */
export type NoticeContradiction = {
  readonly type: 'NoticeContradiction'
  /** Its name. */
  readonly witness: string
}

const notice = ({ witness }: NoticeContradiction, { id }: KnownWorkspace): WorkspaceEvent[] => [
  { type: 'HistoryContradicted', data: { workspaceId: id, witness } },
]

/** Part of `workspace.decider.ts`. */
export const contradictionRules = { NoticeContradiction: notice } as const
