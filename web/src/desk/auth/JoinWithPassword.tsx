import { useMemo, useRef } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { signup } from '#contract/sign-up.ts'
import { isApiError } from '../../shared/api-error.ts'
import { newPasswordRule } from '../../shared/form-rules.ts'
import { Field, PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { useText } from '../../shared/texts/common.ts'
import { showError } from '../../shared/toast.tsx'
import { useCommand } from '../../shared/use-command.ts'
import { TermsLinks } from './TermsLinks.tsx'
import { authTexts } from './texts.ts'
import { useAccept } from './use-accept.ts'
import { logIn } from './use-login.ts'

type Props = {
  readonly email: string
  readonly verificationToken: string
  readonly invitationUuid: string
  readonly onAccountExists: () => void
}

/** Creates the account, logs in and joins; pressed again after a fault it goes on where it stopped. */
export const JoinWithPassword = ({ email, verificationToken, invitationUuid, onAccountExists }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const accept = useAccept(invitationUuid)
  const register = useCommand(signup)
  const isRegistered = useRef(false)
  const schema = useMemo(() => z.object({ password: newPasswordRule(common.invalid) }), [common])
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } })
  const join = useMutation({
    mutationFn: async (password: string) => {
      if (!isRegistered.current) await register.mutateAsync({ body: { password, verificationToken } })
      isRegistered.current = true
      await logIn({ email, password })
      await accept()
    },
    onError: (error) => {
      showError(error)
      if (isApiError(error, 'account.exists')) onAccountExists()
    },
  })

  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(({ password }) => join.mutate(password))}>
      <p>{text.invite.choose}</p>
      <Field label={common.email} type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label={common.password}
        autoComplete="new-password"
        hint={text.signup.passwordHint}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      {join.error && <ErrorNotice error={join.error} />}
      <p className="muted">
        {text.invite.terms} <TermsLinks />.
      </p>
      <SubmitButton busy={join.isPending}>{text.invite.submit}</SubmitButton>
    </form>
  )
}
