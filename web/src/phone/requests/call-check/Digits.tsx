import type { Ref } from 'react'

type Props = {
  readonly ref: Ref<HTMLInputElement>
  readonly id: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Id of the form that Enter submits. */
  readonly formId: string
  readonly describedBy: string
  readonly isInvalid: boolean
}

/** Two digit boxes under one transparent input, which keyboards and assistive technology use. */
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
