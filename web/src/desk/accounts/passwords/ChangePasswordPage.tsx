import { useNavigate, useParams } from 'react-router-dom'
import { changePassword, mobileChangePassword, resetPassword } from '#contract/accounts/passwords.ts'
import { isApiError } from '#shared/api-error.ts'
import { confirmError, newPasswordError } from '#shared/forms/field-errors.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { passwordChangedPaths } from '#shared/paths.ts'
import { PasswordField } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { clearSession } from '#shared/session/session.ts'
import { useText } from '#shared/texts/common.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { authTexts } from '../texts.ts'
import { InvalidLink } from '../mail-links/InvalidLink.tsx'
import { usePasswordLength } from './use-password-length.ts'
import { useResend } from '../mail-links/use-resend.ts'
import '../auth.css'

export const ResetPasswordPage = () => {
  const navigate = useNavigate()
  const toLogin = () => void navigate(passwordChangedPaths.web, { replace: true })
  return <ChangePassword client="web" onDone={toLogin} />
}

export const ChangePasswordMobilePage = () => (
  <ChangePassword client="mobile" onDone={() => location.replace(passwordChangedPaths.mobile)} />
)

const endpoints = { web: changePassword, mobile: mobileChangePassword }

type Props = { readonly client: keyof typeof endpoints; readonly onDone: () => void }

/** The page of a reset link. A link works once. */
const ChangePassword = ({ client, onDone }: Props) => {
  const { verificationUuid = '' } = useParams()
  const { reset } = authTexts.use()
  const common = useText()
  const least = usePasswordLength()
  const form = useFields({ password: '', confirm: '' }, ({ password, confirm }) => ({
    password: newPasswordError(password, common.invalid, least),
    confirm: confirmError(password, confirm, common.invalid),
  }))
  const command = useCommand(endpoints[client] as typeof changePassword, {
    onSuccess: () => {
      // The reset has ended all sessions.
      clearSession()
      onDone()
    },
  })
  const submit = form.submit(
    (values) => command.isPending || command.mutate({ body: { verificationUuid, ...values } }),
  )
  // If the password is not what the server rejects, the link is malformed.
  const isMalformed =
    isApiError(command.error, 'input.invalid') &&
    command.error.details.every(({ field }) => field !== 'password')
  if (isMalformed || isApiError(command.error, 'token.not-found')) return <UnknownReset client={client} />
  return (
    <div className="auth">
      <PageTitle>{reset.title}</PageTitle>
      <p>{reset.text}</p>
      <form className="form" noValidate onSubmit={submit}>
        <NewPasswordField {...form.field('password')} onBlur={() => form.left('password')} />
        <PasswordField
          label={reset.confirm}
          autoComplete="new-password"
          {...form.field('confirm')}
          onBlur={() => form.left('confirm')}
        />
        {command.error && <ErrorNotice error={command.error} />}
        <SubmitButton busy={command.isPending}>{reset.submit}</SubmitButton>
      </form>
    </div>
  )
}

const UnknownReset = ({ client }: Pick<Props, 'client'>) => (
  <InvalidLink
    resend={useResend({ endpoint: resetPassword, client })}
    label={authTexts.use().reset.another}
  />
)
