import Button from '@mui/material/Button'
import { createTexts } from '../texts/create-texts.ts'
import { UserText } from '../parts/UserText.tsx'

const conflictTexts = createTexts(
  {
    changed: 'Somebody else has changed this to:',
    empty: '(empty)',
    replaces: 'If you save, your entry replaces it.',
    take: 'Use this instead',
  },
  {
    changed: 'Jemand anderes hat das inzwischen geändert in:',
    empty: '(leer)',
    replaces: 'Wenn Sie speichern, wird das durch Ihre Angabe ersetzt.',
    take: 'Übernehmen',
  },
)

type Props = {
  /** The stored value. Undefined if nobody else has changed it. */
  readonly value: string | undefined
  readonly onTake: () => void
}

/** Shown below a field that somebody else has changed during editing. Offers the stored value. */
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
