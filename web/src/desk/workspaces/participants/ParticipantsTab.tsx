import { lazy, Suspense, useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { lockedPairs, type LockedPair } from '#contract/requests/pairs.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { participantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointPages, endpointQuery } from '#shared/api/api.ts'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { isLoading, shownOf } from '#shared/api/read-models.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { WaitingInvitations } from '#shared/changes/WaitingInvitations.tsx'
import { withChanged } from '#shared/filters/search-params.ts'
import { isReady as isAllReady, useReadiness } from '../readiness/use-readiness.ts'
import { askedFor, filtersOf, isNarrowed, noFilters } from './participant-filters.ts'
import { ParticipantFilterBar } from './ParticipantFilterBar.tsx'
import { ParticipantsResult } from './ParticipantsResult.tsx'
import { ProtectNotice } from './ProtectNotice.tsx'
import { participantsTexts } from './texts.ts'

const LockedPairs = lazy(async () => ({
  default: (await import('./locked-pairs/LockedPairs.tsx')).LockedPairs,
}))

const ReadinessCard = lazy(async () => ({
  default: (await import('../readiness/ReadinessCard.tsx')).ReadinessCard,
}))

type Props = { readonly workspace: Workspace }

const PAGE_SIZE = 100
const NONE: readonly Change[] = []
const NOBODY: readonly LockedPair[] = []

/** What is shown above the list. It comes with the list, so that it does not move it. */
const useBesideList = (id: string) => {
  const counts = useQuery(endpointQuery(participantCounts, { params: { id } }))
  const pending = usePendingChanges(id)
  const locked = useQuery(endpointQuery(lockedPairs, { params: { workspaceId: id } }))
  const ready = useReadiness(id)
  const slowest = [counts, pending, locked, ready].find((read) => isLoading(read))
  return {
    counts: counts.data,
    pending: pending.data ?? NONE,
    locked: locked.data ?? NOBODY,
    isReady: !ready.data || isAllReady(ready.data),
    slowest,
  }
}

type AboveProps = Props & Omit<ReturnType<typeof useBesideList>, 'slowest'>

const AboveList = ({ workspace, counts, pending, locked, isReady }: AboveProps) => (
  <>
    {locked.length > 0 && <LockedPairs workspaceId={workspace.id} pairs={locked} />}
    <ProtectNotice workspace={workspace} counts={counts} />
    <WaitingInvitations pending={pending} />
    {/* The first steps of a new workspace stand above. */}
    {!isReady && !workspace.needsOnboarding && <ReadinessCard workspaceId={workspace.id} />}
  </>
)

export const ParticipantsTab = ({ workspace }: Props) => {
  const text = participantsTexts.use()
  const [address, setAddress] = useSearchParams()
  const [timesCleared, setTimesCleared] = useState(0)
  const filters = filtersOf(address)
  const asked = askedFor(filters)
  const isFiltered = isNarrowed(filters)
  const query = useInfiniteQuery({
    ...endpointPages(workspaceParticipants, {
      params: { id: workspace.id },
      query: { ...asked, limit: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const beside = useBesideList(workspace.id)
  const { pending, slowest } = beside
  const change = (changes: Readonly<Record<string, string>>): void =>
    setAddress((current) => withChanged(current, changes), { replace: true })
  const clear = (): void => {
    change(noFilters)
    setTimesCleared(timesCleared + 1)
  }
  const loadAll = async () => {
    let { data, hasNextPage, fetchNextPage } = query
    while (hasNextPage) ({ data, hasNextPage, fetchNextPage } = await fetchNextPage())
    return data?.pages.flatMap(({ reply }) => reply.map(({ participant }) => participant.id)) ?? []
  }
  const shown = shownOf(query)
  const listed = useMemo(
    () => shown?.pages.flatMap((page) => page.reply.map((item) => item.participant)),
    [shown],
  )
  const participants = slowest ? undefined : listed
  const total = shown?.pages.at(-1)?.total ?? 0
  return (
    <>
      <div className="filter-row">
        <ParticipantFilterBar
          key={timesCleared}
          workspaceId={workspace.id}
          filters={filters}
          // The field is empty at once, before the address changes.
          search={timesCleared === 0 ? filters.q : ''}
          isCleared={timesCleared > 0}
          onChange={change}
          onClear={clear}
        />
        <p className="meta numbers" role="status">
          {participants && text.count(participants.length, total)}
        </p>
        <Button variant="contained" component={Link} to="?tab=invite">
          <PlusIcon />
          {text.add}
        </Button>
      </div>
      <QueryStates query={slowest ?? query} label={text.loading} rows={5} />
      {participants && (
        <Suspense>
          <AboveList workspace={workspace} {...beside} />
          <ParticipantsResult
            workspaceId={workspace.id}
            loadAll={loadAll}
            pending={pending}
            participants={participants}
            total={total}
            sort={filters.sort}
            onSort={(sort) => change({ sort })}
            timeZone={workspace.timezone}
            onClear={isFiltered ? clear : undefined}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            isLoadingMore={query.isFetchingNextPage}
          />
        </Suspense>
      )}
    </>
  )
}
