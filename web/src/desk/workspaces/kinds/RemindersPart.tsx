import { useId } from 'react'
import type { Kind } from '#contract/requests/kinds.ts'
import { remindersTexts } from './reminders-texts.ts'

type Reminders = NonNullable<Kind['reminders']>

const ALL: Reminders = { quarter: true, dayBefore: true }
const EACH = ['quarter', 'dayBefore'] as const

type Props = {
  /** Undefined: as they are stored, or both. */
  readonly chosen: Reminders | undefined
  readonly stored: Reminders | undefined
  readonly onReminders: (reminders: Reminders) => void
}

/** Which reminders are sent to those who have not decided a request of the kind. */
export const RemindersPart = ({ chosen, stored = ALL, onReminders }: Props) => {
  const text = remindersTexts.use()
  const id = useId()
  const reminders = chosen ?? stored
  return (
    <section className="stack" role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-hint`}>
      <h4 id={`${id}-title`}>{text.title}</h4>
      <div className="kind-ticks">
        {EACH.map((one) => (
          <div key={one} className="checkbox">
            <input
              id={`${id}-${one}`}
              type="checkbox"
              checked={reminders[one]}
              onChange={({ target }) => onReminders({ ...reminders, [one]: target.checked })}
            />
            <label htmlFor={`${id}-${one}`}>{text.each[one]}</label>
          </div>
        ))}
      </div>
      <p id={`${id}-hint`} className="muted">
        {text.hint}
      </p>
    </section>
  )
}
