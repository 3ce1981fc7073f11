import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'

type Props = {
  readonly text: { readonly title: string; readonly text: string; readonly open: string }
  /** The question that comes first. */
  readonly children: (close: () => void) => ReactNode
}

/** Something that is not easily taken back: what it is, and a button that asks first. */
export const DangerSection = ({ text, children }: Props) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card panel action-line">
      <div>
        <h2>{text.title}</h2>
        <p>{text.text}</p>
      </div>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      {isAsking && children(() => setAsking(false))}
    </section>
  )
}
