import { useId, type ReactNode } from 'react'

type Inner = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}
type Props = {
  readonly label: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children: (inner: Inner) => ReactNode
}

/** A labelled input with its hint and error, linked for assistive technology. */
export const Field = ({ label, hint, fault, children }: Props) => {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(fault) })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
