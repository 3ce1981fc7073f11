import type { HistoryEntry } from '#contract/audit.ts'
import { auditTexts, fieldWords } from './texts.ts'
import { valueTexts, valueWords } from './value-words.ts'

export const AuditChanges = ({ changes }: { readonly changes: HistoryEntry['changes'] }) => {
  const text = auditTexts.use()
  const words = valueTexts.use()
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
              <th scope="row">{fieldWords(field, text)}</th>
              <td dir="auto">{valueWords(field, before, words)}</td>
              <td dir="auto">{valueWords(field, after, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
