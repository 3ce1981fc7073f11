import { useId } from 'react'

type Props<T extends string> = {
  readonly label: string
  readonly hint: string
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[]
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** A select that saves immediately. The hint says where the choice applies, and confirms that it was saved. */
export const SelectField = <T extends string>({ label, hint, options, value, onChoose }: Props<T>) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChoose(options[target.selectedIndex]!.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="field-hint" role="status">
        {hint}
      </p>
    </div>
  )
}
