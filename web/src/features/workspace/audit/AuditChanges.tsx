import type { HistoryEntry } from '#contract/workspaces.ts'
import { useText } from '../../../shared/texts/common.ts'
import { auditTexts, fieldWords } from './texts.ts'
import { valueWords } from './value-words.ts'

export const AuditChanges = ({ changes }: { readonly changes: HistoryEntry['changes'] }) => {
  const text = auditTexts.use()
  const common = useText()
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
              <td>{valueWords(before, common)}</td>
              <td>{valueWords(after, common)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
