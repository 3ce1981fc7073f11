import { useState } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { ExportMenu } from '#shared/export/ExportMenu.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { shownOf } from '#shared/api/read-models.ts'
import {
  exportQuery,
  filtersOf,
  historyQuery,
  isFiltered,
  noFilters,
  type AuditFilters,
} from './filters/audit-filters.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { AuditFilterBar } from './filters/AuditFilterBar.tsx'
import { AuditResult } from './AuditResult.tsx'
import { FreshEntries } from './FreshEntries.tsx'
import { auditTexts } from './texts/audit-texts.ts'
import './audit.css'

type Props = { readonly workspace: Workspace }

export const AuditTab = ({ workspace }: Props) => {
  const text = auditTexts.use()
  const [params, setParams] = useSearchParams()
  const [timesCleared, setTimesCleared] = useState(0)
  const filters = filtersOf(params)
  const input = { params: { id: workspace.id }, query: historyQuery(filters, workspace.timezone) }
  const query = useInfiniteQuery({
    ...endpointPages(workspaceHistory, input),
    // What comes meanwhile would move what is read: it waits above the list until the reader wants it.
    meta: { readModels: workspaceHistory.readModels, isHeld: true },
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const shown = shownOf(query)
  const showFresh = (): void => {
    scrollTo({ top: 0 })
    void query.refetch()
  }
  const change = (changes: Partial<AuditFilters>): void =>
    setParams((current) => withChanged(current, changes), { replace: true })
  const clear = (): void => {
    change(noFilters)
    setTimesCleared(timesCleared + 1)
  }

  return (
    <>
      <div className="audit-head">
        <AuditFilterBar
          key={timesCleared}
          // Cleared it begins empty, a moment before the address is.
          search={timesCleared === 0 ? filters.q : ''}
          isCleared={timesCleared > 0}
          filters={filters}
          targetLabel={shown && labelOf(filters.target, shown.pages[0]!.reply)}
          onChange={change}
          onClear={clear}
        />
        <ExportMenu
          workspaceId={workspace.id}
          timeZone={workspace.timezone}
          filters={exportQuery(filters, workspace.timezone)}
          count={countOf(shown?.pages[0]?.reply, isFiltered(filters))}
        />
      </div>
      <QueryStates query={query} label={text.loading} rows={6} />
      {shown && !query.isPlaceholderData && (
        <FreshEntries
          workspaceId={workspace.id}
          query={input.query}
          isFiltered={isFiltered(filters)}
          shown={shown.pages[0]!.reply}
          shownAt={query.dataUpdatedAt}
          onShow={showFresh}
        />
      )}
      {shown && (
        <AuditResult
          workspaceId={workspace.id}
          pages={shown.pages.map((page) => page.reply)}
          timeZone={workspace.timezone}
          onFilter={change}
          onRefresh={() => void query.refetch()}
          isFiltered={isFiltered(filters)}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

/** What is called so is found by its id too: what the entries call it. */
const labelOf = (target: string, { entries }: Reply<typeof workspaceHistory>): string | undefined =>
  entries.find((entry) => entry.target.id === target)?.target.label ?? undefined

/** How many entries an export has: what the filters match, or all of the chain. */
const countOf = (newest: Reply<typeof workspaceHistory> | undefined, isSome: boolean) => {
  if (!newest) return undefined
  if (isSome) return { total: newest.total, isExact: newest.totalIsExact }
  return { total: newest.head?.sequence ?? 0, isExact: true }
}
