import { useId, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

type GroupProps = {
  readonly legend: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** A group of choices with one error for the group. */
export const ChoiceGroup = ({ legend, error, children }: GroupProps) => {
  const id = useId()
  return (
    <fieldset className="choices" aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {children}
      <p id={id} className="field-error" hidden={!error} role="alert">
        {error}
      </p>
    </fieldset>
  )
}

type ChoiceProps = {
  readonly type: 'radio' | 'checkbox'
  readonly label: string
  readonly hint: string
  readonly field: UseFormRegisterReturn
  readonly value?: string
}

export const Choice = ({ type, label, hint, field, value }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="checkbox">
      <input id={id} type={type} value={value} aria-describedby={`${id}-hint`} {...field} />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      </div>
    </div>
  )
}
