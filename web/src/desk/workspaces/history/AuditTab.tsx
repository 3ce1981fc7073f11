import { lazy, Suspense, useState } from 'react'
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
import { ViewsMenu } from './views/ViewsMenu.tsx'
import { filtersIn } from './views/views.ts'
import { auditTexts } from './texts/audit-texts.ts'
import './audit.css'

// Few installations have witnesses.
const Contradictions = lazy(async () => ({
  default: (await import('./witnesses/Witnesses.tsx')).Contradictions,
}))
const Witnesses = lazy(async () => ({ default: (await import('./witnesses/Witnesses.tsx')).Witnesses }))

type Props = { readonly workspace: Workspace }

export const AuditTab = ({ workspace }: Props) => {
  const text = auditTexts.use()
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params)
  const [field, setField] = useState({ key: 0, search: filters.q, isCleared: false })
  const input = { params: { id: workspace.id }, query: historyQuery(filters, workspace.timezone) }
  const query = useInfiniteQuery({
    ...endpointPages(workspaceHistory, input),
    // New entries would move the list under the reader. They wait behind a button.
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
  const change = (changes: Readonly<Record<string, string>>): void =>
    setParams((current) => withChanged(current, changes), { replace: true })
  /** Sets all filters. The search field shows its text at once, before the address changes. */
  const replace = (next: AuditFilters, view = ''): void => {
    change({ ...next, view })
    setField({ key: field.key + 1, search: next.q, isCleared: view === '' })
  }

  return (
    <>
      <Suspense fallback={null}>
        <Contradictions workspaceId={workspace.id} timeZone={workspace.timezone} />
      </Suspense>
      <div className="audit-head">
        <AuditFilterBar
          key={field.key}
          search={field.search}
          isCleared={field.isCleared}
          filters={filters}
          targetLabel={shown && labelOf(filters.target, shown.pages[0]!.reply)}
          onChange={change}
          onClear={() => replace(noFilters)}
        />
        <div className="audit-tools">
          <ViewsMenu
            workspaceId={workspace.id}
            filters={filters}
            chosenId={params.get('view') ?? ''}
            onChoose={(view) => (view ? replace(filtersIn(view), view.id) : change({ view: '' }))}
          />
          <ExportMenu
            workspaceId={workspace.id}
            timeZone={workspace.timezone}
            filters={exportQuery(filters, workspace.timezone)}
            count={countOf(shown?.pages[0]?.reply, isFiltered(filters))}
          />
        </div>
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
          query={input.query}
          pages={shown.pages.map((page) => page.reply)}
          timeZone={workspace.timezone}
          onFilter={change}
          onRefresh={() => void query.refetch()}
          isFiltered={isFiltered(filters)}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
      {shown && (
        <Suspense fallback={null}>
          <Witnesses workspaceId={workspace.id} timeZone={workspace.timezone} />
        </Suspense>
      )}
    </>
  )
}

/** The label for a filter by id, as the entries show it. */
const labelOf = (target: string, { entries }: Reply<typeof workspaceHistory>): string | undefined =>
  entries.find((entry) => entry.target.id === target)?.target.label ?? undefined

/** The number of entries in an export: those that match the filters, or the whole chain. */
const countOf = (newest: Reply<typeof workspaceHistory> | undefined, isSome: boolean) => {
  if (!newest) return undefined
  if (isSome) return { total: newest.total, isExact: newest.totalIsExact }
  return { total: newest.head?.sequence ?? 0, isExact: true }
}
