import type { Ref } from 'react'

type Props = {
  readonly ref: Ref<HTMLInputElement>
  readonly id: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Of the form that Enter sends. */
  readonly formId: string
  readonly describedBy: string
  readonly isInvalid: boolean
}

/** Two boxes to see; the field itself lies over them, for keyboards and assistive technology. */
export const Digits = ({ ref, id, value, onValue, formId, describedBy, isInvalid }: Props) => (
  <div className="digits">
    <input
      ref={ref}
      id={id}
      form={formId}
      name="number"
      inputMode="none"
      autoComplete="off"
      maxLength={2}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      value={value}
      onChange={(event) => onValue(event.target.value.replace(/\D/g, ''))}
    />
    {[0, 1].map((place) => (
      <span key={place} className={place === value.length ? 'digit is-next' : 'digit'} aria-hidden="true">
        {value[place]}
      </span>
    ))}
  </div>
)
