import { useState, type ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import { scrollIntoViewRef } from './scroll-into-view.ts'

type Props = {
  /** The label of the button that asks. */
  readonly label: string
  readonly look?: 'text' | 'danger'
  /** Names the button and the question, with what they are about. */
  readonly name: string
  readonly question: ReactNode
  readonly no: string
  readonly yes: string
  /** The label of `yes` while it is being done. */
  readonly busy: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onYes: () => void
}

/** A button for something that cannot be undone. It asks before it does it. */
export const AskFirst = ({
  label,
  look = 'text',
  name,
  question,
  no,
  yes,
  busy,
  isPending,
  error,
  onYes,
}: Props) => {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button
        type="button"
        className={`button button-${look}`}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    )
  return (
    <section ref={scrollIntoViewRef} className="steps" aria-label={name}>
      <p role="alert">{question}</p>
      <ErrorNotice error={error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          autoFocus
          onClick={() => !isPending && setAsking(false)}
        >
          {no}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={isPending}
          onClick={() => !isPending && onYes()}
        >
          {isPending ? busy : yes}
        </button>
      </div>
    </section>
  )
}
