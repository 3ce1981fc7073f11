import { useCallback, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { requestInbox, requestInboxCounts, type InboxCounts } from '#contract/requests/inbox.ts'
import { endpointPages, endpointQuery } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { EmptyList } from '#shared/lists/EmptyList.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { useInboxCounts } from '#shared/reads/use-inbox.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { askedFor, countSet, filtersOf, noFilters, type InboxFilters } from './inbox-filters.ts'
import { InboxFilterBar } from './InboxFilterBar.tsx'
import { InboxTable } from './InboxTable.tsx'
import { inboxTexts } from './texts.ts'
import './inbox.css'

const PAGE_SIZE = 100

/** All that waits for the reader's decision, in all workspaces. The filters, the order and the open request are in the address. */
export const InboxPage = () => {
  const text = inboxTexts.use()
  const [address, setAddress] = useSearchParams()
  const [timesCleared, setTimesCleared] = useState(0)
  const filters = useMemo(() => filtersOf(address), [address])
  const change = useCallback(
    (changes: Readonly<Record<string, string>>): void =>
      setAddress((current) => withChanged(current, changes), { replace: true }),
    [setAddress],
  )
  const clear = (): void => {
    change(noFilters)
    setTimesCleared(timesCleared + 1)
  }
  const all = useInboxCounts()
  return (
    <div className="wrap inbox">
      <PageTitle>{text.title}</PageTitle>
      <SummaryLine counts={all} />
      <div className="filter-row">
        <InboxFilterBar
          key={timesCleared}
          filters={filters}
          all={all}
          counts={useFound(filters)}
          // The field is empty at once, before the address changes.
          search={timesCleared === 0 ? filters.q : ''}
          isCleared={timesCleared > 0}
          onChange={change}
          onClear={clear}
        />
      </div>
      <Result filters={filters} onSort={(sort) => change({ sort })} onClear={clear} />
    </div>
  )
}

/** How many of each state the search and the workspace leave. */
const useFound = (filters: InboxFilters): InboxCounts | undefined => {
  const { q, workspaceId } = askedFor(filters)
  const query = { ...(q && { q }), ...(workspaceId && { workspaceId }) }
  return useQuery({ ...endpointQuery(requestInboxCounts, { query }), placeholderData: keepPreviousData }).data
}

/** What waits, what was missed, and the way to the phone page, which has the changes too. */
const SummaryLine = ({ counts }: { readonly counts: InboxCounts | undefined }) => {
  const text = inboxTexts.use()
  const changes = useWaitingChanges().waiting.length
  const places = counts?.workspaces.filter(({ waiting }) => waiting > 0).length ?? 0
  return (
    <p className="meta numbers summary">
      {counts && (
        <span role="status">
          {text.waiting(counts.waiting)}
          {places > 0 && ` ${text.inWorkspaces(places)}`}
        </span>
      )}
      {counts && counts.overdue > 0 && (
        <Link className="inbox-overdue" to="?state=overdue&sort=-expiresAt">
          {text.overdue(counts.overdue)}
        </Link>
      )}
      {changes > 0 && <span>{text.changes(changes)}</span>}
      <span>
        <a href={paths.phone}>{text.phone}</a>
      </span>
    </p>
  )
}

type ResultProps = {
  readonly filters: InboxFilters
  readonly onSort: (sort: string) => void
  readonly onClear: () => void
}

const Result = ({ filters, onSort, onClear }: ResultProps) => {
  const text = inboxTexts.use()
  const list = useRef<HTMLDivElement>(null)
  const asked = askedFor(filters)
  const query = useInfiniteQuery({
    ...endpointPages(requestInbox, { query: { ...asked, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const shown = shownOf(query)
  const requests = useMemo(() => shown?.pages.flatMap(({ reply }) => reply), [shown])
  const isFiltered = filters.q !== '' || countSet(filters) > 0
  return (
    <>
      {filters.state === 'overdue' && <p className="muted">{text.overdueHint}</p>}
      <QueryStates query={query} label={text.loading} rows={8} />
      {requests?.length === 0 && (
        <EmptyList
          none={text.none}
          noHits={text.noHits}
          clear={text.clear}
          onClear={isFiltered ? onClear : undefined}
        />
      )}
      {requests && requests.length > 0 && (
        <>
          <div ref={list}>
            <InboxTable
              list={list}
              requests={requests}
              sort={asked.sort ?? ''}
              readAt={query.dataUpdatedAt}
              onSort={onSort}
            />
          </div>
          <MoreButton
            list={list}
            count={requests.length}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            isLoading={query.isFetchingNextPage}
          />
        </>
      )}
    </>
  )
}
