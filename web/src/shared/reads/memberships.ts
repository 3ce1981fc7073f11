import { useQuery } from '@tanstack/react-query'
import { relatedWorkspaces, type WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'

/** The user's workspaces, each with the user's own participant record. */
export const useMemberships = () => useQuery(endpointQuery(relatedWorkspaces, { query: { limit: 100 } }))

export const membershipIn = (
  workspaces: readonly WorkspaceMembership[] | undefined,
  workspaceId: string,
): WorkspaceMembership | undefined => workspaces?.find((workspace) => workspace.id === workspaceId)
