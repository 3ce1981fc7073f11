import type { HistoryEntry } from '#contract/audit.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { Tag } from '../../../shared/Tag.tsx'
import { useLanguage } from '../../../shared/texts/language.ts'
import { actionTexts, actionWords } from './action-texts.ts'
import { Actor } from './Actor.tsx'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './mail-texts.ts'
import { Target } from './Target.tsx'
import { auditTexts } from './texts.ts'

const COLUMNS = ['sequence', 'at', 'actor', 'action', 'target', 'outcome', 'hash'] as const
const OUTCOME_TONES = { ok: 'good', refused: 'danger', closed: 'neutral' } as const

type Props = {
  readonly entries: readonly HistoryEntry[]
  readonly timeZone: string
  readonly onOpen: (entry: HistoryEntry) => void
}

/** A row opens its details by a click anywhere; for the keyboard there is the button in it. */
export const AuditTable = ({ entries, timeZone, onOpen }: Props) => {
  const text = auditTexts.use()
  return (
    <table className="list audit-list" role="table">
      <caption className="visually-hidden">{text.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {text.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((entry) => (
          <Row key={entry.sequence} entry={entry} timeZone={timeZone} onOpen={() => onOpen(entry)} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { readonly entry: HistoryEntry; readonly timeZone: string; readonly onOpen: () => void }

const Row = ({ entry, timeZone, onOpen }: RowProps) => {
  const text = auditTexts.use()
  const actions = actionTexts.use()
  const mailText = mailTexts.use()
  const counts = mailCountsOf(entry)
  const mails = counts && mailWords(counts, mailText)
  const words = mails !== null && isAboutMails(entry) ? mails : actionWords(entry.action, actions)
  const language = useLanguage()
  return (
    <tr role="row" onClick={onOpen}>
      <td role="cell" data-label={text.columns.sequence}>
        {entry.sequence}
      </td>
      <td role="cell" data-label={text.columns.at} className="audit-time">
        <time dateTime={entry.at}>{formatTime(entry.at, language, timeZone)}</time>
      </td>
      <td role="cell" data-label={text.columns.actor}>
        <Actor entry={entry} />
      </td>
      <td role="cell" data-label={text.columns.action}>
        <div>
          <button type="button" className="button-link" aria-label={`${words}: ${text.open(entry.sequence)}`}>
            {words}
          </button>
          {mails !== words && <div className="muted">{mails}</div>}
        </div>
      </td>
      <td role="cell" data-label={text.columns.target}>
        <Target target={entry.target} />
      </td>
      <td role="cell" data-label={text.columns.outcome}>
        <Tag tone={OUTCOME_TONES[entry.outcome]}>{text.outcomes[entry.outcome]}</Tag>
      </td>
      <td role="cell" data-label={text.columns.hash}>
        <code>{entry.hash.slice(0, 8)}</code>
      </td>
    </tr>
  )
}
