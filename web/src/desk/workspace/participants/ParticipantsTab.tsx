import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { workspaceParticipants, type Participant, type Workspace } from '#contract/workspaces.ts'
import { endpointPages } from '../../../shared/api.ts'
import { PlusIcon } from '../../../shared/icons.tsx'
import { QueryStates } from '../../../shared/QueryStates.tsx'
import { shownOf } from '../../../shared/read-models.ts'
import { useSettled } from '../../../shared/use-settled.ts'
import { SearchField } from '../../../shared/SearchField.tsx'
import { FirstRun } from './FirstRun.tsx'
import { isInvited } from './participant-columns.tsx'
import { ParticipantsResult } from './ParticipantsResult.tsx'
import { participantsTexts } from './texts.ts'

type Props = { readonly workspace: Workspace }

const PAGE_SIZE = 100

export const ParticipantsTab = ({ workspace }: Props) => {
  const text = participantsTexts.use()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const params = { id: workspace.id }
  const query = useInfiniteQuery({
    ...endpointPages(workspaceParticipants, { params, query: { q, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const shown = shownOf(query)
  const participants = useMemo(
    () => shown?.pages.flatMap((page) => page.reply.map((item) => item.participant)),
    [shown],
  )
  return (
    <>
      {participants && !q && !query.hasNextPage && <IfAlone participants={participants} />}
      <div className="filter-row">
        <div role="search" className="filters">
          <SearchField label={text.search} maxLength={254} value={typed} onValue={setTyped} />
        </div>
        <p className="meta numbers" role="status">
          {participants && text.count(participants.length, shown?.pages.at(-1)?.total ?? 0)}
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
          timeZone={workspace.timezone}
          onClear={q ? () => setTyped('') : undefined}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

/** The first steps, for who has nobody beside them yet. */
const IfAlone = ({ participants }: { readonly participants: readonly Participant[] }) => {
  const joined = participants.filter((participant) => !isInvited(participant))
  const [only] = joined
  if (!only || joined.length > 1) return null
  return <FirstRun workspaceId={only.workspaceId} hasInvited={participants.length > 1} />
}
