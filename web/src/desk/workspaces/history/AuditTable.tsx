import type { MouseEvent, ReactNode } from 'react'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { formatRowTime } from '#shared/texts/format-time.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { actionTexts, actionWords } from './texts/action-texts.ts'
import { Actor } from './Actor.tsx'
import type { AuditFilters } from './filters/audit-filters.ts'
import { dayOf } from './filters/days.ts'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './texts/mail-texts.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { Target } from './Target.tsx'
import { auditTexts } from './texts/audit-texts.ts'

const openedAt = new Date()
const COLUMNS = ['sequence', 'at', 'actor', 'action', 'target'] as const

type Common = {
  readonly timeZone: string
  readonly onFilter: (changes: Partial<AuditFilters>) => void
}
type Props = Common & {
  readonly entries: readonly HistoryEntry[]
  readonly opened: HistoryEntry | null
  readonly onOpen: (entry: HistoryEntry) => void
}

/** A row opens its details by a click anywhere, its values filter; for the keyboard there are buttons in it. */
export const AuditTable = ({ entries, opened, onOpen, ...common }: Props) => {
  const text = auditTexts.use()
  const columns = COLUMNS.map((name) => ({ name, label: text.columns[name] }))
  return (
    <div className="card table-card">
      <ListTable className="audit-list numbers" caption={text.caption} columns={columns}>
        <TableBody role="rowgroup">
          {entries.map((entry) => (
            <Row
              key={entry.sequence}
              {...common}
              entry={entry}
              isOpen={entry.sequence === opened?.sequence}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </TableBody>
      </ListTable>
    </div>
  )
}

type RowProps = Common & {
  readonly entry: HistoryEntry
  readonly isOpen: boolean
  readonly onOpen: () => void
}

const Row = ({ entry, isOpen, timeZone, onOpen, onFilter }: RowProps) => {
  const text = auditTexts.use()
  const actions = actionTexts.use()
  const mailText = mailTexts.use()
  const language = useLanguage()
  const { actor, target, outcome } = entry
  const mails = mailCountsOf(entry)
  const words = mails && isAboutMails(entry) ? mailWords(mails, mailText) : actionWords(entry.action, actions)
  const day = dayOf(entry.at, timeZone)
  return (
    <TableRow role="row" selected={isOpen} onClick={onOpen}>
      <TableCell role="cell" className="cell-sequence">
        {entry.sequence}
      </TableCell>
      <TableCell role="cell" className="cell-at">
        <FilterValue name={text.date} onFilter={() => onFilter({ from: day, to: day })}>
          <time dateTime={entry.at}>{formatRowTime(entry.at, language, timeZone, openedAt)}</time>
        </FilterValue>
      </TableCell>
      <TableCell role="cell" className="cell-actor">
        <FilterValue
          name={text.columns.actor}
          onFilter={actor.userId ? () => onFilter({ actor: actor.email ?? actor.userId ?? '' }) : undefined}
        >
          <Actor entry={entry} />
        </FilterValue>
      </TableCell>
      <TableCell role="cell" className="cell-action">
        <span className="what">
          <button
            type="button"
            className="row-opener one-line"
            aria-label={`${words}: ${text.open(entry.sequence)}`}
          >
            {words}
          </button>
          <OutcomeTag outcome={outcome} />
          {mails && mails.failed > 0 && !isAboutMails(entry) && (
            <Tag tone="warning">{mailWords({ ...mails, sent: 0, dropped: 0 }, mailText)}</Tag>
          )}
        </span>
      </TableCell>
      <TableCell role="cell" className="cell-target">
        <FilterValue
          name={text.columns.target}
          onFilter={target.label ? () => onFilter({ target: target.label ?? '' }) : undefined}
        >
          <Target target={target} />
        </FilterValue>
      </TableCell>
    </TableRow>
  )
}

type ValueProps = {
  readonly name: string
  /** Absent: there is nothing to filter by. */
  readonly onFilter: (() => void) | undefined
  readonly children: ReactNode
}

/** A value that shows, when it is pressed, only entries that have it. */
const FilterValue = ({ name, onFilter, children }: ValueProps) => {
  const text = auditTexts.use()
  if (!onFilter) return <span className="one-line">{children}</span>
  const press = (event: MouseEvent): void => {
    event.stopPropagation()
    onFilter()
  }
  return (
    <button type="button" className="filter-value one-line" title={text.filterBy(name)} onClick={press}>
      {children}
    </button>
  )
}
