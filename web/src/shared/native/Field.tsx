import { useId, useState, type ComponentProps } from 'react'
import { AlertIcon, EyeIcon } from '../parts/icons.tsx'
import { useText } from '../texts/common.ts'
import '../parts/parts.css'

type Props = ComponentProps<'input'> & {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string | undefined
}

/** A labelled input with error and hint. Accepts the result of `register` of react-hook-form. */
export const Field = ({ label, error, hint, ...input }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        {...input}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error ${id}-hint`}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** A password field with a button that reveals the text. */
export const PasswordField = ({ label, error, hint, ...input }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        {...input}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error ${id}-hint`}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** Toggles the visibility of the password. */
export const PasswordInput = (input: ComponentProps<'input'>) => {
  const text = useText()
  const [visible, setVisible] = useState(false)
  return (
    <div className="field-control">
      <input className="input" {...input} type={visible ? 'text' : 'password'} />
      <button
        type="button"
        className="icon-button field-toggle"
        aria-label={visible ? text.hidePassword : text.showPassword}
        onClick={() => setVisible(!visible)}
      >
        <EyeIcon isCrossed={visible} />
      </button>
    </div>
  )
}

const FieldNotes = ({
  id,
  error,
  hint,
}: {
  id: string
  error?: string | undefined
  hint?: string | undefined
}) => (
  <>
    <p id={`${id}-error`} className="field-error" hidden={!error}>
      <AlertIcon />
      {error}
    </p>
    <p id={`${id}-hint`} className="field-hint" hidden={!hint}>
      {hint}
    </p>
  </>
)
