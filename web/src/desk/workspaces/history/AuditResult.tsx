import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import Button from '@mui/material/Button'
import type { HistoryEntry, workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import type { AuditFilters } from './filters/audit-filters.ts'
import { AuditTable } from './AuditTable.tsx'
import { auditTexts } from './texts/audit-texts.ts'
import { useOpenedEntry } from './use-opened-entry.ts'

const AuditDetail = lazy(async () => ({ default: (await import('./AuditDetail.tsx')).AuditDetail }))

type Props = {
  readonly workspaceId: string
  readonly query: Query<typeof workspaceHistory>
  /** At least one page, newest entries first. */
  readonly pages: readonly Reply<typeof workspaceHistory>[]
  readonly timeZone: string
  readonly onFilter: (changes: Partial<AuditFilters>) => void
  readonly onRefresh: () => void
  readonly isFiltered: boolean
  /** Undefined at the end of the list. */
  readonly onMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

export const AuditResult = (props: Props) => {
  const { workspaceId, query, pages, timeZone, onFilter, onRefresh, isFiltered, onMore, isLoadingMore } =
    props
  const text = auditTexts.use()
  const entries = pages.flatMap((page) => page.entries)
  const list = useRef<HTMLDivElement>(null)
  const { sequence, entry, reading, newer, older, show, close } = useOpenedEntry({
    workspaceId,
    query,
    entries,
    hasMore: onMore !== undefined,
  })
  const open = useCallback((one: HistoryEntry) => show(one.sequence), [show])
  const at = entries.findIndex((one) => one.sequence === sequence)
  const opener = (): HTMLElement | undefined => list.current?.querySelectorAll<HTMLElement>('.row-opener')[at]
  useEffect(() => {
    if (at >= 0) list.current?.querySelectorAll('.row-opener')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const step = (label: string, to: number | undefined) => ({
    label,
    run: to === undefined ? undefined : () => show(to),
  })
  return (
    <>
      {entries.length === 0 && !onMore && (
        <p className="card empty">{isFiltered ? text.noHits : text.none}</p>
      )}
      {entries.length > 0 && (
        <div ref={list}>
          <AuditTable
            entries={entries}
            opened={sequence}
            timeZone={timeZone}
            onOpen={open}
            onFilter={onFilter}
          />
        </div>
      )}
      <div className="list-foot">
        <MoreButton list={list} count={entries.length} onMore={onMore} isLoading={isLoadingMore} />
        <Count shown={entries.length} newest={pages[0]} />
        <Button onClick={onRefresh}>{text.refresh}</Button>
      </div>
      {sequence !== null && (
        <Suspense fallback={null}>
          <AuditDetail
            workspaceId={workspaceId}
            sequence={sequence}
            entry={entry}
            reading={reading}
            timeZone={timeZone}
            steps={{ previous: step(text.previousEntry, newer), next: step(text.nextEntry, older) }}
            restoreTo={opener}
            onFilter={onFilter}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

type CountProps = {
  readonly shown: number
  readonly newest: Reply<typeof workspaceHistory> | undefined
}

const Count = ({ shown, newest }: CountProps) => {
  const text = auditTexts.use()
  if (!newest) return null
  return (
    <p className="meta numbers" role="status">
      {(newest.totalIsExact ? text.shown : text.shownOfMore)(shown, newest.total)}
      {newest.head && (
        <>
          {' · '}
          {text.head(newest.head.sequence)} <code>{newest.head.hash.slice(0, 12)}</code>
        </>
      )}
    </p>
  )
}
