import { useQueries, useQuery } from '@tanstack/react-query'
import type { Change } from '#contract/workspaces/change.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import { endpointQuery } from '../api/api.ts'
import { useMemberships } from '../reads/memberships.ts'

/** Changes are read up to this number. */
const MOST_PENDING = 100

const pendingIn = (workspaceId: string) =>
  endpointQuery(changeList, { params: { workspaceId }, query: { state: 'pending', limit: MOST_PENDING } })

/** The pending changes of a workspace, newest first, also the user's own. */
export const usePendingChanges = (workspaceId: string) => useQuery(pendingIn(workspaceId))

/** A change that waits for the user, and the name of its workspace. */
export type WaitingChange = { readonly change: Change; readonly workspaceName: string | null }

/** The pending changes that the user may decide, of all workspaces that they administer. `reads` are the reads behind it. */
export const useWaitingChanges = () => {
  const { data } = useMemberships()
  const own = data?.userWorkspaces.filter(({ role, active }) => role === 'admin' && active) ?? []
  const reads = useQueries({ queries: own.map(({ id }) => pendingIn(id)) })
  const waiting = own.flatMap(({ participantId, name }, at) =>
    (reads[at]?.data ?? [])
      .filter(({ requestedBy }) => requestedBy.participantId !== participantId)
      .map((change): WaitingChange => ({ change, workspaceName: name })),
  )
  return { waiting, reads }
}
