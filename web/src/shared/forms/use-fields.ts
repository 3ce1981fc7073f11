import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'

type Values = Readonly<Record<string, string | boolean>>

/**
 * A plain form: what its fields hold, and what is wrong with those that were tried to be sent or validated about.
 * `errorsOf` says it in words, in the order of the fields; the first field with a fault gets the focus.
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

  /** Shows what is wrong with the fields; says whether nothing is. */
  const areGood = (fields: readonly (keyof V)[]): boolean => {
    setValidated([...validated, ...fields])
    const first = fields.find((name) => errors[name])
    if (first) inputs.current[first]?.focus()
    return !first
  }
  return {
    values,
    areGood,
    /** What the input of a field takes, and with it `error`. */
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
    /** Shows from now on what is wrong with a field, and leaves the focus where it goes. */
    left: (name: keyof V) => setValidated([...validated, name]),
    submit: (send: (values: V) => unknown) => (event?: SubmitEvent<HTMLFormElement>) => {
      event?.preventDefault()
      if (areGood(names)) send(values)
    },
  }
}
