import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { FormTextField } from '#shared/forms/FormTextField.tsx'
import { useText } from '#shared/texts/common.ts'
import { periodsTexts } from './periods-texts.ts'

type Name = 'seats' | 'reason'
type Props = {
  readonly register: (name: Name) => UseFormRegisterReturn
  readonly errors: { readonly [name in Name]?: FieldError }
}

/** Seats and reason of an activity. Both are optional. */
export const TermsFields = ({ register, errors }: Props) => {
  const { period: text } = periodsTexts.use()
  const common = useText()
  const field = (name: Name) => ({
    className: 'whole-row',
    label: `${text[name]} (${common.optional})`,
    autoComplete: 'off',
    hint: text[`${name}Hint`],
    error: errors[name]?.message,
    field: register(name),
  })
  return (
    <>
      <FormTextField {...field('seats')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
      <FormTextField {...field('reason')} />
    </>
  )
}
