import { useEffect } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { groupList, type Group } from '#contract/workspaces/approving/groups.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointPages, endpointQuery } from '#shared/api/api.ts'

export type CompanyPerson = Pick<Participant, 'id' | 'email' | 'name' | 'active' | 'approver' | 'requester'>
/** Whom rules can name. Undefined while it is loaded. */
export type Named = {
  readonly groups: readonly Group[] | undefined
  readonly people: readonly CompanyPerson[] | undefined
}

/** The groups of a workspace and everybody who has joined it, page by page: sentences about rules name people anywhere in the list. */
export const useCompany = (workspaceId: string): Named => {
  const groups = useQuery(endpointQuery(groupList, { params: { workspaceId } })).data
  const query = { invite: 'accepted', sort: 'email', limit: 100 } as const
  const pages = useInfiniteQuery(endpointPages(workspaceParticipants, { params: { id: workspaceId }, query }))
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const people = pages.data?.pages.flatMap(({ reply }) => reply.map(({ participant }) => participant))
  return { groups, people }
}
