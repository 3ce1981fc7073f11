import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { auditTexts } from './texts/audit-texts.ts'
import { fieldTexts, fieldWords } from './texts/field-texts.ts'
import { valueTexts, valueWords } from './texts/value-texts.ts'

const TIMES: ReadonlySet<string> = new Set(['expiresAt', 'countsFrom', 'approvalsMutedUntil'])

type Props = { readonly changes: HistoryEntry['changes']; readonly timeZone: string }

export const AuditChanges = ({ changes, timeZone }: Props) => {
  const text = auditTexts.use()
  const fields = fieldTexts.use()
  const words = valueTexts.use()
  const language = useLanguage()
  const shown = (field: string, value: unknown): string =>
    TIMES.has(field) && typeof value === 'string'
      ? formatTime(value, language, timeZone)
      : valueWords(field, value, words)
  return (
    <>
      <h3>{text.details.changes}</h3>
      <table className="audit-changes">
        <thead>
          <tr>
            <th scope="col">{text.details.field}</th>
            <th scope="col">{text.details.before}</th>
            <th scope="col">{text.details.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{fieldWords(field, fields)}</th>
              <td dir="auto">{shown(field, before)}</td>
              <td dir="auto">{shown(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
