import { useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { loginPasswordRule } from '../../shared/form-rules.ts'
import { Field, PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { useText } from '../../shared/texts/common.ts'
import { showError } from '../../shared/toast.tsx'
import { authTexts } from './texts.ts'
import { useAccept } from './use-accept.ts'
import { logIn } from './use-login.ts'

type Props = { readonly email: string; readonly invitationUuid: string }

export const JoinWithLogin = ({ email, invitationUuid }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const accept = useAccept(invitationUuid)
  const schema = useMemo(() => z.object({ password: loginPasswordRule(common.invalid) }), [common])
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } })
  const join = useMutation({
    mutationFn: async (password: string) => {
      await logIn({ email, password })
      await accept()
    },
    onError: (error) => showError(error),
  })

  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(({ password }) => join.mutate(password))}>
      <p>{text.invite.logIn}</p>
      <Field label={common.email} type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label={common.password}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      {join.error && <ErrorNotice error={join.error} />}
      <SubmitButton busy={join.isPending}>{text.invite.submitLogin}</SubmitButton>
    </form>
  )
}
