import { useMemo } from 'react'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { auditColumns } from './audit-columns.tsx'
import type { AuditFilters } from './filters/audit-filters.ts'
import { auditTexts } from './texts/audit-texts.ts'

type Props = {
  readonly entries: readonly HistoryEntry[]
  /** The sequence of the open entry. */
  readonly opened: number | null
  readonly timeZone: string
  readonly onOpen: (entry: HistoryEntry) => void
  readonly onFilter: (changes: Partial<AuditFilters>) => void
}

const idOf = ({ sequence }: HistoryEntry): string => `${sequence}`

export const AuditTable = ({ entries, opened, timeZone, onOpen, onFilter }: Props) => {
  const text = auditTexts.use()
  const language = useLanguage()
  const columns = useMemo(
    () => auditColumns({ text, language, timeZone, onFilter }),
    [text, language, timeZone, onFilter],
  )
  return (
    <ListTable
      name="audit-list"
      caption={text.caption}
      columns={columns}
      rows={entries}
      idOf={idOf}
      openedId={opened === null ? null : String(opened)}
      onOpen={onOpen}
    />
  )
}
