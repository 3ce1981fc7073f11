import Button from '@mui/material/Button'
import { Typed } from '../../../shared/Typed.tsx'
import { settingsTexts } from './texts.ts'

type Props = {
  /** What is stored by now; undefined: nobody else has changed it. */
  readonly value: string | undefined
  readonly onTake: () => void
}

/** Below a field that somebody else has changed while it was edited: theirs, beside the reader's own. */
export const Meanwhile = ({ value, onTake }: Props) => {
  const text = settingsTexts.use().meanwhile
  return (
    <div role="status">
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
