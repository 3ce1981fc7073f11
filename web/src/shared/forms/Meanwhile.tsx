import Button from '@mui/material/Button'
import { createTexts } from '../texts/create-texts.ts'
import { Typed } from '../parts/Typed.tsx'

const meanwhileTexts = createTexts(
  {
    changed: 'Meanwhile somebody else changed this to:',
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
export const Meanwhile = ({ value, onTake }: Props) => {
  const text = meanwhileTexts.use()
  return (
    <div role="status" className="whole-row">
      {value !== undefined && (
        <div className="notice warning">
          <p>
            {text.changed} <strong>{value === '' ? text.empty : <Typed>{value}</Typed>}</strong>
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
