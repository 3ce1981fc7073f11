import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { workspaceHistory, type HistoryEntry } from '#contract/workspaces.ts'
import { endpointPages } from '../../../shared/api.ts'
import { LoadFault, Skeleton } from '../../../shared/QueryStates.tsx'
import { useText } from '../../../shared/texts/common.ts'
import type { TabProps } from '../tab-props.ts'
import { filtersOf, historyQuery, isFiltered, withFilters, type AuditFilters } from './audit-filters.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { AuditTable } from './AuditTable.tsx'
import { auditTexts } from './texts.ts'

export const AuditTab = ({ workspace }: TabProps) => {
  const text = auditTexts.use()
  const common = useText()
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<HistoryEntry | null>(null)
  const filters = filtersOf(params)
  const query = useInfiniteQuery({
    ...endpointPages(workspaceHistory, { params: { id: workspace.id }, query: historyQuery(filters) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.reply.entries), [query.data])
  const newest = query.data?.pages[0]?.reply
  const change = (changes: Partial<AuditFilters>): void =>
    setParams((current) => withFilters(current, changes), { replace: true })
  const clear = (): void => change({ q: '', action: '', outcome: '' })

  return (
    <>
      <AuditFilterBar filters={filters} onChange={change} />
      {query.error && <LoadFault error={query.error} onRetry={query.refetch} />}
      {query.isPending && <Skeleton label={text.loading} rows={6} />}
      {entries && newest && (
        <div className="audit-count">
          <p className="muted" role="status">
            {text.shown(entries.length, newest.total)}
            {newest.head && (
              <>
                {' · '}
                {text.head(newest.head.sequence)} <code>{newest.head.hash.slice(0, 12)}</code>
              </>
            )}
          </p>
          <button type="button" className="button-link" onClick={() => void query.refetch()}>
            {text.refresh}
          </button>
        </div>
      )}
      {entries?.length === 0 && (
        <p>
          {isFiltered(filters) ? text.noHits : text.none}{' '}
          {isFiltered(filters) && (
            <button type="button" className="button-link" onClick={clear}>
              {text.clear}
            </button>
          )}
        </p>
      )}
      {entries && entries.length > 0 && (
        <AuditTable entries={entries} timeZone={workspace.timezone} onOpen={setOpened} />
      )}
      {query.hasNextPage && (
        <Button
          variant="outlined"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? common.loading : common.loadMore}
        </Button>
      )}
      {opened && <AuditDetail entry={opened} timeZone={workspace.timezone} onClose={() => setOpened(null)} />}
    </>
  )
}
