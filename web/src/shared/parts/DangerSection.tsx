import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'

type Props = {
  readonly text: { readonly title: string; readonly text: string; readonly open: string }
  /** Replaces the button. */
  readonly note?: ReactNode
  /** The confirmation dialog. */
  readonly children: (close: () => void) => ReactNode
}

/** Describes an action that is hard to undo, with a button that opens its confirmation. */
export const DangerSection = ({ text, note, children }: Props) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card panel action-line">
      <div>
        <h2>{text.title}</h2>
        <p>{text.text}</p>
      </div>
      {note ?? (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {text.open}
        </Button>
      )}
      {isAsking && children(() => setAsking(false))}
    </section>
  )
}
