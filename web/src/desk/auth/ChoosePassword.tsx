import { useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { newPasswordRule } from '../../shared/form-rules.ts'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { useText } from '../../shared/texts/common.ts'
import { authTexts } from './texts.ts'

type Props = {
  readonly busy: boolean
  readonly error: Error | null
  readonly onChoose: (password: string) => void
}

/** In another browser than the one that signed up: whoever opens the mail chooses the password, not whoever typed the address. */
export const ChoosePassword = ({ busy, error, onChoose }: Props) => {
  const { confirm, signup } = authTexts.use()
  const common = useText()
  const schema = useMemo(() => z.object({ password: newPasswordRule(common.invalid) }), [common])
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } })
  return (
    <div className="auth">
      <PageTitle key="password">{confirm.choose}</PageTitle>
      <p>{confirm.chooseText}</p>
      <form
        className="form"
        noValidate
        onSubmit={form.handleSubmit(({ password }) => busy || onChoose(password))}
      >
        <PasswordField
          label={common.password}
          autoComplete="new-password"
          hint={signup.passwordHint}
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
        {error && <ErrorNotice error={error} />}
        <SubmitButton busy={busy}>{confirm.submit}</SubmitButton>
      </form>
    </div>
  )
}
