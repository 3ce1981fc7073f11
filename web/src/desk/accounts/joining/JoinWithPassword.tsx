import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { signup } from '#contract/accounts/sign-up.ts'
import { isApiError } from '#shared/api-error.ts'
import { newPasswordError } from '#shared/forms/field-errors.ts'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { NewPasswordField } from '../passwords/NewPasswordField.tsx'
import { TermsLinks } from '../sign-up/TermsLinks.tsx'
import { authTexts } from '../texts.ts'
import { clientOf, useAccept } from './use-accept.ts'
import { logIn } from '../sessions/use-login.ts'
import { usePasswordLength } from '../passwords/use-password-length.ts'

type Props = {
  readonly email: string
  /** As the inviter proposes it. */
  readonly name: string
  readonly role: 'admin' | 'regular user'
  readonly verificationToken: string
  readonly invitationUuid: string
  readonly onAccountExists: () => void
}

/** Creates the account, logs in and joins. After an error, the next press continues with the failed step. */
export const JoinWithPassword = ({
  email,
  name,
  role,
  verificationToken,
  invitationUuid,
  onAccountExists,
}: Props) => {
  const text = authTexts.use()
  const common = useText()
  const accept = useAccept(invitationUuid)
  const register = useCommand(signup)
  const isRegistered = useRef(false)
  const least = usePasswordLength()
  const form = useFields({ name, password: '' }, ({ password }) => ({
    password: newPasswordError(password, common.invalid, least),
  }))
  const join = useMutation({
    mutationFn: async ({ name: typed, password }: typeof form.values) => {
      if (!isRegistered.current) await register.mutateAsync({ body: { password, verificationToken } })
      isRegistered.current = true
      await logIn({ email, password, client: clientOf(role) })
      await accept(typed)
    },
    onError: (error) => {
      showError(error)
      if (isApiError(error, 'account.exists')) onAccountExists()
    },
  })

  return (
    <form className="form" noValidate onSubmit={form.submit((values) => join.mutate(values))}>
      <p>{text.invite.choose}</p>
      <Field label={text.name} autoComplete="name" {...form.field('name')} />
      <Field label={common.email} type="email" autoComplete="username" readOnly value={email} />
      <NewPasswordField {...form.field('password')} />
      {join.error && <ErrorNotice error={join.error} />}
      <p className="muted">
        {text.invite.terms} <TermsLinks />.
      </p>
      <SubmitButton busy={join.isPending}>{text.invite.submit}</SubmitButton>
    </form>
  )
}
