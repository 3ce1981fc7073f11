import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router-dom'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { EmptyList } from '#shared/lists/EmptyList.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { SummaryLine } from './SummaryLine.tsx'
import { superAdminTexts } from './texts.ts'
import { useWorkspaces } from './use-workspaces.ts'
import { askedFor, countSet, filtersOf, noFilters } from './workspace-filters.ts'
import { WorkspaceFilterBar } from './WorkspaceFilterBar.tsx'
import { WorkspacesTable } from './WorkspacesTable.tsx'
import './super-admin.css'

const Charts = lazy(async () => ({ default: (await import('./charts/Charts.tsx')).Charts }))

const ExportList = lazy(async () => ({
  default: (await import('./export/ExportList.tsx')).ExportList,
}))

const SelectionBar = lazy(async () => ({
  default: (await import('./several/SelectionBar.tsx')).SelectionBar,
}))

/** All workspaces of the product, with their end dates and the actions of a super admin. */
export const SuperAdminPage = () => {
  const text = superAdminTexts.use()
  const [address, setAddress] = useSearchParams()
  const [timesCleared, setTimesCleared] = useState(0)
  const filters = filtersOf(address)
  const list = useRef<HTMLDivElement>(null)
  const { query, workspaces, total, loadAll } = useWorkspaces(filters, list)
  const change = (changes: Readonly<Record<string, string>>): void =>
    setAddress((current) => withChanged(current, changes), { replace: true })
  const clear = (): void => {
    change(noFilters)
    setTimesCleared(timesCleared + 1)
  }
  return (
    <div className="wrap super-admin">
      <div className="super-admin-head">
        <PageTitle>{text.title}</PageTitle>
        <Button
          variant="outlined"
          aria-expanded={filters.charts !== ''}
          onClick={() => change({ charts: filters.charts ? '' : '1' })}
        >
          {filters.charts ? text.noCharts : text.charts}
        </Button>
      </div>
      <SummaryLine onChange={change} />
      {filters.charts && (
        <Suspense>
          <Charts />
        </Suspense>
      )}
      <div id="workspaces" className="filter-row">
        <WorkspaceFilterBar
          key={timesCleared}
          filters={filters}
          // The field is empty at once, before the address changes.
          search={timesCleared === 0 ? filters.q : ''}
          isCleared={timesCleared > 0}
          onChange={change}
          onClear={clear}
        />
        <p className="meta numbers" role="status">
          {workspaces && text.shown(workspaces.length, total)}
        </p>
        <Suspense
          fallback={
            <Button variant="outlined" aria-disabled>
              {text.csv}
            </Button>
          }
        >
          <ExportList query={askedFor(filters)} />
        </Suspense>
      </div>
      <QueryStates query={query} label={text.loading} rows={8} />
      {workspaces && (
        <Result
          list={list}
          workspaces={workspaces}
          total={total}
          loadAll={loadAll}
          sort={filters.sort}
          readAt={query.dataUpdatedAt}
          onSort={(sort) => change({ sort })}
          onClear={filters.q || countSet(filters) > 0 ? clear : undefined}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </div>
  )
}

type ResultProps = {
  readonly list: RefObject<HTMLDivElement | null>
  readonly workspaces: readonly ListedWorkspace[]
  readonly total: number
  /** Loads the whole list, and returns the ids of all in it. */
  readonly loadAll: () => Promise<readonly string[]>
  readonly sort: string
  readonly readAt: number
  readonly onSort: (sort: string) => void
  /** Undefined without a filter or search. */
  readonly onClear: (() => void) | undefined
  /** Undefined at the end of the list. */
  readonly onMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

const Result = ({
  list,
  workspaces,
  total,
  loadAll,
  onClear,
  onMore,
  isLoadingMore,
  ...table
}: ResultProps) => {
  const text = superAdminTexts.use()
  const [selected, setSelected] = useState<readonly string[]>([])
  const bar = selected.length > 0 && (
    <Suspense fallback={null}>
      <SelectionBar
        // What a filter hides is not changed.
        chosen={workspaces.filter(({ id }) => selected.includes(id))}
        total={total}
        onAll={() => void loadAll().then(setSelected).catch(showError)}
        onNone={() => setSelected([])}
      />
    </Suspense>
  )
  if (workspaces.length === 0)
    return (
      <>
        <EmptyList none={text.none} noHits={text.noHits} clear={text.clear} onClear={onClear} />
        {bar}
      </>
    )
  return (
    <>
      <div ref={list}>
        <WorkspacesTable workspaces={workspaces} {...table} selection={{ selected, onChange: setSelected }} />
      </div>
      {bar}
      <MoreButton list={list} count={workspaces.length} onMore={onMore} isLoading={isLoadingMore} />
    </>
  )
}
