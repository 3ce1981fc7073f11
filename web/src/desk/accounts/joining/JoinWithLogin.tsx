import { useMutation } from '@tanstack/react-query'
import { loginPasswordError } from '#shared/forms/field-errors.ts'
import { Field, PasswordField } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { useFields } from '#shared/forms/use-fields.ts'
import { authTexts } from '../texts.ts'
import { clientOf, useAccept } from './use-accept.ts'
import { logIn } from '../sessions/use-login.ts'

type Props = {
  readonly email: string
  readonly role: 'admin' | 'regular user'
  readonly invitationUuid: string
}

export const JoinWithLogin = ({ email, role, invitationUuid }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const accept = useAccept(invitationUuid)
  const form = useFields({ password: '' }, ({ password }) => ({
    password: loginPasswordError(password, common.invalid),
  }))
  const join = useMutation({
    mutationFn: async (password: string) => {
      await logIn({ email, password, client: clientOf(role) })
      await accept()
    },
    onError: (error) => showError(error),
  })

  return (
    <form className="form" noValidate onSubmit={form.submit(({ password }) => join.mutate(password))}>
      <p>{text.invite.logIn}</p>
      <Field label={common.email} type="email" autoComplete="username" readOnly value={email} />
      <PasswordField label={common.password} autoComplete="current-password" {...form.field('password')} />
      {join.error && <ErrorNotice error={join.error} />}
      <SubmitButton busy={join.isPending}>{text.invite.submitLogin}</SubmitButton>
    </form>
  )
}
