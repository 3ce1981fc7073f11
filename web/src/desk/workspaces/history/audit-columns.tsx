import type { MouseEvent, ReactNode } from 'react'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { Tag } from '#shared/parts/Tag.tsx'
import { formatRowTime } from '#shared/texts/format-time.ts'
import type { Language } from '#shared/texts/language.ts'
import { Actor } from './Actor.tsx'
import type { AuditFilters } from './filters/audit-filters.ts'
import { dayOf } from '#contract/workspaces/days.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { Target } from './Target.tsx'
import { actionTexts, actionWords } from './texts/action-texts.ts'
import { auditTexts } from './texts/audit-texts.ts'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './texts/mail-texts.ts'

type Context = {
  readonly text: ReturnType<typeof auditTexts.use>
  readonly language: Language
  readonly timeZone: string
  readonly onFilter: (changes: Partial<AuditFilters>) => void
}

const openedAt = new Date()
const column = columnHelper<HistoryEntry>()

/** A click on a value filters by it. */
export const auditColumns = ({ text, language, timeZone, onFilter }: Context) =>
  column.columns([
    column.accessor('sequence', { header: text.columns.sequence }),
    column.accessor('at', {
      header: text.columns.at,
      cell: ({ getValue }) => {
        const day = dayOf(getValue(), timeZone)
        return (
          <FilterValue name={text.date} onFilter={() => onFilter({ from: day, to: day })}>
            <time dateTime={getValue()}>{formatRowTime(getValue(), language, timeZone, openedAt)}</time>
          </FilterValue>
        )
      },
    }),
    column.accessor('actor', {
      header: text.columns.actor,
      cell: ({ row, getValue }) => {
        const { userId, email } = getValue()
        return (
          <FilterValue
            name={text.columns.actor}
            onFilter={userId ? () => onFilter({ actor: email ?? userId }) : undefined}
          >
            <Actor entry={row.original} />
          </FilterValue>
        )
      },
    }),
    column.accessor('action', {
      header: text.columns.action,
      cell: ({ row }) => <Action entry={row.original} />,
    }),
    column.accessor('target', {
      header: text.columns.target,
      meta: { isFlexible: true },
      cell: ({ getValue }) => {
        const { label } = getValue()
        return (
          <FilterValue
            name={text.columns.target}
            onFilter={label ? () => onFilter({ target: label }) : undefined}
          >
            <Target target={getValue()} />
          </FilterValue>
        )
      },
    }),
  ])

/** Holds the button that opens the row by keyboard. */
const Action = ({ entry }: { readonly entry: HistoryEntry }) => {
  const text = auditTexts.use()
  const actions = actionTexts.use()
  const mailText = mailTexts.use()
  const mails = mailCountsOf(entry)
  const words = mails && isAboutMails(entry) ? mailWords(mails, mailText) : actionWords(entry.action, actions)
  return (
    <span className="what">
      <button
        type="button"
        className="row-opener one-line"
        aria-label={`${words}: ${text.open(entry.sequence)}`}
      >
        {words}
      </button>
      <OutcomeTag outcome={entry.outcome} action={entry.action} />
      {mails && mails.failed > 0 && !isAboutMails(entry) && (
        <Tag tone="warning">{mailWords({ ...mails, sent: 0, perhapsSent: 0, dropped: 0 }, mailText)}</Tag>
      )}
    </span>
  )
}

type ValueProps = {
  readonly name: string
  /** Undefined: there is nothing to filter by. */
  readonly onFilter: (() => void) | undefined
  readonly children: ReactNode
}

const FilterValue = ({ name, onFilter, children }: ValueProps) => {
  const text = auditTexts.use()
  if (!onFilter) return <span className="one-line">{children}</span>
  const press = (event: MouseEvent): void => {
    event.stopPropagation()
    onFilter()
  }
  return (
    <button
      type="button"
      // A row has one tab stop. The drawer has these for the keyboard.
      tabIndex={-1}
      className="filter-value one-line"
      title={text.filterBy(name)}
      onClick={press}
    >
      {children}
    </button>
  )
}
