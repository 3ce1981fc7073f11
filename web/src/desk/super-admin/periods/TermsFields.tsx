import type { ComponentProps } from 'react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { useText } from '#shared/texts/common.ts'
import { periodsTexts } from './periods-texts.ts'

/** Without a maximum, browsers accept years with six digits. */
const DAY_INPUT = { htmlInput: { max: '9999-12-31' } } as const

/** A day, which is required. */
export const DayField = (props: ComponentProps<typeof FormTextField>) => (
  <FormTextField type="date" required slotProps={DAY_INPUT} {...props} />
)

type FieldProps = {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
  readonly isRequired?: boolean
}

/** Why, for the admins of the workspace. */
export const ReasonField = ({ field, error, isRequired = false }: FieldProps) => {
  const { period: text } = periodsTexts.use()
  const { optional } = useText()
  return (
    <FormTextField
      className="whole-row"
      label={isRequired ? text.reason : `${text.reason} (${optional})`}
      required={isRequired}
      autoComplete="off"
      hint={text.reasonHint}
      error={error}
      field={field}
    />
  )
}

/** The number of seats, which is optional. */
export const SeatsField = ({ hint, ...props }: ComponentProps<typeof FormTextField>) => {
  const { period: text } = periodsTexts.use()
  const { optional } = useText()
  return (
    <FormTextField
      label={`${text.seats} (${optional})`}
      autoComplete="off"
      hint={hint ?? text.seatsHint}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      {...props}
    />
  )
}

type Name = 'seats' | 'reason'
type Props = {
  readonly register: (name: Name) => UseFormRegisterReturn
  readonly errors: { readonly [name in Name]?: FieldError }
}

/** Seats and reason of an activity. Both are optional. */
export const TermsFields = ({ register, errors }: Props) => (
  <>
    <SeatsField className="whole-row" error={errors.seats?.message} field={register('seats')} />
    <ReasonField error={errors.reason?.message} field={register('reason')} />
  </>
)
