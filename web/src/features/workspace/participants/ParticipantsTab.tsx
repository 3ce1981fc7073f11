import { useEffect, useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { workspaceParticipants } from '#contract/workspaces.ts'
import { endpointPages } from '../../../shared/api.ts'
import { LoadFault, Skeleton } from '../../../shared/QueryStates.tsx'
import type { TabProps } from '../tab-props.ts'
import { ParticipantsTable } from './ParticipantsTable.tsx'
import { participantsTexts } from './texts.ts'

const PAGE_SIZE = 100

/** Reads all pages, so that the filter looks at everybody. */
export const ParticipantsTab = ({ workspace }: TabProps) => {
  const text = participantsTexts.use()
  const query = useInfiniteQuery(
    endpointPages(workspaceParticipants, { params: { id: workspace.id }, query: { limit: PAGE_SIZE } }),
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])

  const participants = useMemo(
    () => query.data?.pages.flatMap((page) => page.reply.map((item) => item.participant)),
    [query.data],
  )
  return (
    <>
      {query.error && <LoadFault error={query.error} onRetry={query.refetch} />}
      {query.isPending && <Skeleton label={text.loading} rows={5} />}
      {participants && <ParticipantsTable participants={participants} timeZone={workspace.timezone} />}
    </>
  )
}
