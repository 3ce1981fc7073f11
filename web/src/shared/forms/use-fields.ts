import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'

type Values = Readonly<Record<string, string | boolean>>

/**
 * State and validation of a form without react-hook-form. `errorsOf` returns the message of each invalid field, in
 * field order. Errors show once a field was validated; the first invalid field gets the focus.
 */
export const useFields = <V extends Values>(
  initial: V,
  errorsOf: (values: V) => { readonly [K in keyof V]?: string | undefined },
) => {
  const [values, setValues] = useState(initial)
  const [validated, setValidated] = useState<readonly (keyof V)[]>([])
  const inputs = useRef<Partial<Record<keyof V, HTMLInputElement | null>>>({})
  const errors = errorsOf(values)
  const names = Object.keys(initial) as (keyof V & string)[]

  /** Validates the fields, shows their errors, and returns whether there are none. */
  const areGood = (fields: readonly (keyof V)[]): boolean => {
    setValidated([...validated, ...fields])
    const first = fields.find((name) => errors[name])
    if (first) inputs.current[first]?.focus()
    return !first
  }
  return {
    values,
    areGood,
    /** The props of a field's input, and its error. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      error: validated.includes(name) ? errors[name] : undefined,
      ...(typeof values[name] === 'boolean' ? { checked: values[name] } : { value: values[name] as string }),
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input
      },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        setValues((before) => ({
          ...before,
          [name]: typeof before[name] === 'boolean' ? target.checked : target.value,
        })),
    }),
    /** Shows the error of a field from now on, without moving the focus. */
    left: (name: keyof V) => setValidated([...validated, name]),
    submit: (send: (values: V) => unknown) => (event?: SubmitEvent<HTMLFormElement>) => {
      event?.preventDefault()
      if (areGood(names)) send(values)
    },
  }
}
