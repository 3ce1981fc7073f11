import Button from '@mui/material/Button'
import { createTexts } from '../texts/create-texts.ts'
import { UserText } from '../parts/UserText.tsx'

const conflictTexts = createTexts(
  {
    changed: 'EditConflictNotice somebody else changed this to:',
    empty: 'nothing',
    replaces: 'If you save, yours replaces it.',
    take: 'Take theirs',
  },
  {
    changed: 'Jemand anderes hat das inzwischen geändert in:',
    empty: 'nichts',
    replaces: 'Wenn Sie speichern, ersetzt Ihre Angabe das.',
    take: 'Übernehmen',
  },
)

type Props = {
  /** What is stored by now; undefined: nobody else has changed it. */
  readonly value: string | undefined
  readonly onTake: () => void
}

/** Below a field that somebody else has changed while it was edited: theirs, beside the reader's own. */
export const EditConflictNotice = ({ value, onTake }: Props) => {
  const text = conflictTexts.use()
  return (
    <div role="status" className="whole-row">
      {value !== undefined && (
        <div className="notice warning">
          <p>
            {text.changed} <strong>{value === '' ? text.empty : <UserText>{value}</UserText>}</strong>
          </p>
          <p>{text.replaces}</p>
          <Button size="small" variant="outlined" onClick={onTake}>
            {text.take}
          </Button>
        </div>
      )}
    </div>
  )
}
