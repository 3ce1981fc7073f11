import type { ComponentProps } from 'react'
import { PasswordField } from '#shared/native/Field.tsx'
import { useText } from '#shared/texts/common.ts'
import { strengthOf } from './password-strength.ts'
import { authTexts } from '../texts.ts'
import { usePasswordLength } from './use-password-length.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'value'> & {
  readonly value?: string
}

/** A field for a new password, with its strength and its minimum length below. */
export const NewPasswordField = ({ value = '', ...input }: Props) => {
  const { signup, strength } = authTexts.use()
  const least = usePasswordLength()
  return (
    <PasswordField
      {...input}
      value={value}
      label={useText().password}
      autoComplete="new-password"
      hint={value.length < least ? signup.passwordHint(least) : strength[strengthOf(value)]}
    />
  )
}
