import { MOST_REASON } from '#contract/requests/decisions.ts'
import { Field } from '../../frame/Field.tsx'

type Props = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** Takes the reason of a decline. */
export const ReasonField = ({ value, onValue, ...props }: Props) => (
  <Field {...props}>
    {(inner) => (
      <textarea
        className="input"
        {...inner}
        dir="auto"
        rows={2}
        maxLength={MOST_REASON}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    )}
  </Field>
)
