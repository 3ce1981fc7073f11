import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Participant, Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { shownOf } from '#shared/api/read-models.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { FirstRun } from '../onboarding/FirstRun.tsx'
import { isPostponed } from '../onboarding/postponed.ts'
import { isInvited } from './participant-columns.tsx'
import { askedFor, filtersOf, isNarrowed, noFilters } from './participant-filters.ts'
import { ParticipantFilterBar } from './ParticipantFilterBar.tsx'
import { ParticipantsResult } from './ParticipantsResult.tsx'
import { participantsTexts } from './texts.ts'

type Props = {
  readonly workspace: Workspace
  /** Whether the introduction is shown. The first-run steps come only after it. */
  readonly isOnboarding?: boolean
}

const PAGE_SIZE = 100

export const ParticipantsTab = ({ workspace, isOnboarding }: Props) => {
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
  const change = (changes: Readonly<Record<string, string>>): void =>
    setAddress((current) => withChanged(current, changes), { replace: true })
  const clear = (): void => {
    change(noFilters)
    setTimesCleared(timesCleared + 1)
  }
  const shown = shownOf(query)
  const participants = useMemo(
    () => shown?.pages.flatMap((page) => page.reply.map((item) => item.participant)),
    [shown],
  )
  const total = shown?.pages.at(-1)?.total ?? 0
  // The list decides what appears above the filters. Until it is there, they stay hidden, so that nothing moves.
  const isSettled = [isOnboarding, isFiltered, participants, query.error, isPostponed(workspace.id)].some(
    Boolean,
  )
  return (
    <>
      {participants && !isFiltered && !query.hasNextPage && (
        <IfAlone participants={participants} isOnboarding={isOnboarding} />
      )}
      <div className="filter-row" hidden={!isSettled}>
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
      <QueryStates query={query} label={text.loading} rows={5} />
      {participants && (
        <ParticipantsResult
          participants={participants}
          total={total}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
          timeZone={workspace.timezone}
          onClear={isFiltered ? clear : undefined}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

type AloneProps = {
  readonly participants: readonly Participant[]
  readonly isOnboarding: boolean | undefined
}

/** The first-run steps, if nobody else has joined yet. */
const IfAlone = ({ participants, isOnboarding }: AloneProps) => {
  const joined = participants.filter((participant) => !isInvited(participant))
  const [only] = joined
  if (isOnboarding || !only || joined.length > 1) return null
  return <FirstRun workspaceId={only.workspaceId} hasInvited={participants.length > 1} />
}
