import { Field } from './Field.tsx'

type Props<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly name: string }[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

export const SelectField = <Value extends string>({ label, options, value, onValue }: Props<Value>) => (
  <Field label={label}>
    {(inner) => (
      <select
        className="input"
        {...inner}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} dir="auto">
            {option.name}
          </option>
        ))}
      </select>
    )}
  </Field>
)
