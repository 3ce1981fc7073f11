import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { isApiError } from '#shared/api-error.ts'
import { emailError, loginPasswordError } from '#shared/forms/field-errors.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PasskeyPlaceholder } from '#shared/sign-in/PasskeyPlaceholder.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { Field, PasswordField } from '#shared/native/Field.tsx'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { errorText, useText } from '#shared/texts/common.ts'
import { clientOfTarget } from '#shared/session/return-target.ts'
import { setToken } from '#shared/session/session.ts'
import { hideToast, showError, showToast } from '#shared/dialogs/toast.tsx'
import { useFields } from '#shared/forms/use-fields.ts'
import { ProviderButtons } from '../providers/ProviderButtons.tsx'
import { ResendPart } from '../mail-links/ResendPart.tsx'
import { authTexts } from '../texts.ts'
import { useContinue } from '../use-continue.ts'
import { useLogin } from './use-login.ts'
import { useResend, type Resend } from '../mail-links/use-resend.ts'
import '../auth.css'

const PasskeyButton = lazy(async () => ({
  default: (await import('#shared/sign-in/PasskeyButton.tsx')).PasskeyButton,
}))

const RESEND_NOTICE_MS = 7000

export const LoginPage = () => {
  const text = authTexts.use()
  const common = useText()
  const goOn = useContinue()
  const [params] = useSearchParams()
  const resend = useResend()
  const forgot = useResend({ endpoint: resetPassword, client: 'web' })
  const form = useFields({ email: '', password: '' }, ({ email, password }) => ({
    email: emailError(email, common.invalid),
    password: loginPasswordError(password, common.invalid),
  }))

  const sendToTyped = ({ resend: send }: Resend): void => {
    if (form.areGood(['email'])) send(form.values.email.trim())
  }
  const enter = (token: string): void => {
    setToken(token)
    hideToast()
    void goOn()
  }
  const login = useLogin({
    onSuccess: () => void goOn(),
    onError: (error) => {
      if (!isApiError(error, 'login.failed')) return showError(error)
      showToast({
        message: errorText(error),
        severity: 'error',
        autoHideDuration: RESEND_NOTICE_MS,
        action: { label: text.login.resend, run: () => sendToTyped(resend) },
      })
    },
  })

  return (
    <div className="auth">
      <PageTitle>{text.login.title}</PageTitle>
      {params.has('ended') && <p className="notice">{common.sessionEnded}</p>}
      {params.has('changed') && (
        <Notice>
          <p>{text.reset.done}</p>
        </Notice>
      )}
      <form
        className="form"
        noValidate
        onSubmit={form.submit(({ email, password }) => login.mutate({ email: email.trim(), password }))}
      >
        <Field label={common.email} type="email" autoComplete="username webauthn" {...form.field('email')} />
        <PasswordField label={common.password} autoComplete="current-password" {...form.field('password')} />
        {login.error && <ErrorNotice error={login.error} />}
        <SubmitButton busy={login.isPending}>{common.login}</SubmitButton>
      </form>
      <ProviderButtons />
      <Suspense fallback={<PasskeyPlaceholder />}>
        <PasskeyButton client={clientOfTarget()} onToken={enter} />
      </Suspense>
      <ResendPart resend={forgot} label={text.login.forgot} onPress={() => sendToTyped(forgot)} />
      <ResendPart resend={resend} label={text.login.resendLong} onPress={() => sendToTyped(resend)} />
      <div className="auth-links">
        <Link to={paths.signup}>{text.login.create}</Link>
      </div>
    </div>
  )
}
