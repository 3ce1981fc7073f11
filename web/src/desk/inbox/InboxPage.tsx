import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { shownOf } from '#shared/api/read-models.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { EmptyList } from '#shared/lists/EmptyList.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import {
  askedFor,
  countSet,
  filtersOf,
  noFilters,
  type QueueFilters,
  type Side,
} from '#shared/reads/queue-filters.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useQueue, useQueueCounts, type QueueCounts } from '#shared/reads/use-queue.ts'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { InboxFilterBar } from './InboxFilterBar.tsx'
import { InboxTable } from './InboxTable.tsx'
import { OverdueHint } from './late-parts.ts'
import { inboxTexts } from './texts.ts'
import './inbox.css'

const AskedTable = lazy(async () => ({ default: (await import('./AskedTable.tsx')).AskedTable }))

const ALL = { q: '', workspace: '' }
const MINUTE_MS = 60_000

/**
 * All that waits for the reader's decision, in all workspaces; on its other side, all that the reader has asked. The side, the
 * filters, the order and the open request are in the address.
 */
export const InboxPage = () => {
  const text = inboxTexts.use()
  const { side } = filtersOf(useSearchParams()[0])
  return (
    <div className="wrap inbox">
      <PageTitle>{text.title}</PageTitle>
      <nav className="inbox-sides" aria-label={text.sides.label}>
        <SideLink side="inbox" open={side} to={paths.inbox} />
        <SideLink side="asked" open={side} to={`${paths.inbox}?list=asked`} />
      </nav>
      <Queue key={side} side={side} />
    </div>
  )
}

type SideProps = { readonly side: Side; readonly open: Side; readonly to: string }

const SideLink = ({ side, open, to }: SideProps) => {
  const text = inboxTexts.use()
  const waiting = useQueueCounts(side, ALL)?.['waiting'] ?? 0
  return (
    <Link to={to} aria-current={side === open ? 'page' : undefined}>
      {text.sides[side]} {waiting > 0 && <span className="count">{waiting}</span>}
    </Link>
  )
}

const Queue = ({ side }: { readonly side: Side }) => {
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
  const all = useQueueCounts(side, ALL)
  return (
    <>
      <SummaryLine side={side} counts={all} />
      <div className="filter-row">
        <InboxFilterBar
          key={timesCleared}
          filters={filters}
          all={all}
          counts={useQueueCounts(side, filters)}
          // The field is empty at once, before the address changes.
          search={timesCleared === 0 ? filters.q : ''}
          isCleared={timesCleared > 0}
          onChange={change}
          onClear={clear}
        />
      </div>
      <Result filters={filters} onSort={(sort) => change({ sort })} onClear={clear} />
    </>
  )
}

type SummaryProps = { readonly side: Side; readonly counts: QueueCounts | undefined }

/** What waits, what was missed or ends soon, and the way to the phone page, which has the changes too. */
const SummaryLine = ({ side, counts }: SummaryProps) => {
  const text = inboxTexts.use()
  const changes = useWaitingChanges().waiting.length
  const places = counts?.workspaces.filter(({ waiting }) => waiting > 0).length ?? 0
  const of = (state: string): number => counts?.[state] ?? 0
  const [waiting, overdue, due] = [of('waiting'), of('overdue'), of('due')]
  return (
    <p className="meta numbers summary">
      {counts && (
        <span role="status">
          {side === 'inbox' ? text.waiting(waiting) : text.unanswered(waiting)}
          {places > 0 && ` ${text.inWorkspaces(places)}`}
        </span>
      )}
      {side === 'inbox' && overdue > 0 && (
        <Link className="inbox-overdue" to="?state=overdue&sort=-expiresAt">
          {text.overdue(overdue)}
        </Link>
      )}
      {side === 'asked' && due > 0 && <Link to="?list=asked&state=due">{text.soon(due)}</Link>}
      {side === 'inbox' && changes > 0 && <span>{text.changes(changes)}</span>}
      <span>
        <a href={paths.phone}>{text.phone}</a>
      </span>
    </p>
  )
}

type ResultProps = {
  readonly filters: QueueFilters
  readonly onSort: (sort: string) => void
  readonly onClear: () => void
}

const Result = ({ filters, onSort, onClear }: ResultProps) => {
  const text = inboxTexts.use()
  const language = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  const query = useQueue(filters)
  const pages = shownOf(query)?.pages
  const requests = useMemo(() => pages?.flatMap(({ reply }) => reply), [pages])
  const minute = Math.floor(query.dataUpdatedAt / MINUTE_MS)
  const shown = useMemo(() => ({ text, language, now: minute * MINUTE_MS }), [text, language, minute])
  const isFiltered = filters.q !== '' || countSet(filters) > 0
  const table = { list, shown, sort: askedFor(filters).sort, onSort }
  return (
    <>
      <Suspense>{filters.state === 'overdue' && <OverdueHint />}</Suspense>
      <QueryStates query={query} label={useText().loading} rows={8} />
      {requests?.length === 0 && (
        <EmptyList
          none={text.nothing[filters.side]}
          noHits={text.noHits}
          clear={text.clear}
          onClear={isFiltered ? onClear : undefined}
        />
      )}
      {requests && (
        <>
          <div ref={list}>
            {filters.side === 'asked' ? (
              <Suspense fallback={null}>
                <AskedTable {...table} requests={requests} />
              </Suspense>
            ) : (
              requests.length > 0 && (
                // What is chosen is of one set of filters.
                <InboxTable
                  key={[filters.q, filters.state, filters.workspace].join(' ')}
                  {...table}
                  requests={requests}
                />
              )
            )}
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
