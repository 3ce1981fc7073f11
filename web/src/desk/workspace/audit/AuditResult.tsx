import { useState } from 'react'
import Button from '@mui/material/Button'
import type { HistoryEntry, workspaceHistory } from '#contract/audit.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useText } from '../../../shared/texts/common.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditTable } from './AuditTable.tsx'
import { auditTexts } from './texts.ts'

type Props = {
  readonly workspaceId: string
  /** At least the first page, newest first. */
  readonly pages: readonly Reply<typeof workspaceHistory>[]
  readonly timeZone: string
  readonly onRefresh: () => void
  /** Absent: nothing is filtered. */
  readonly onClear: (() => void) | undefined
  /** Absent: there is no more. */
  readonly onMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

export const AuditResult = (props: Props) => {
  const { workspaceId, pages, timeZone, onRefresh, onClear, onMore, isLoadingMore } = props
  const text = auditTexts.use()
  const common = useText()
  const [opened, setOpened] = useState<HistoryEntry | null>(null)
  const entries = pages.flatMap((page) => page.entries)
  return (
    <>
      <div className="audit-count">
        <Count shown={entries.length} newest={pages[0]} />
        <button type="button" className="button-link" onClick={onRefresh}>
          {text.refresh}
        </button>
        {onClear && (
          <button type="button" className="button-link" onClick={onClear}>
            {text.clear}
          </button>
        )}
      </div>
      {entries.length === 0 && !onMore && <p>{onClear ? text.noHits : text.none}</p>}
      {entries.length > 0 && <AuditTable entries={entries} timeZone={timeZone} onOpen={setOpened} />}
      {onMore && (
        <Button variant="outlined" aria-disabled={isLoadingMore} onClick={() => isLoadingMore || onMore()}>
          {isLoadingMore ? common.loading : common.loadMore}
        </Button>
      )}
      {opened && (
        <AuditDetail
          workspaceId={workspaceId}
          entry={opened}
          timeZone={timeZone}
          onClose={() => setOpened(null)}
        />
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
    <p className="muted" role="status">
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
