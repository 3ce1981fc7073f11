import { lazy, Suspense } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Body } from '#contract/endpoint.ts'
import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import { superLogin } from '#contract/accounts/sessions.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { emailError, loginPasswordError } from '#shared/forms/field-errors.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { Field, PasswordField } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { setToken } from '#shared/session/session.ts'
import { useText } from '#shared/texts/common.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { authTexts } from '../texts.ts'
import '../auth.css'

const SuperSecondStep = lazy(async () => ({
  default: (await import('./SuperSecondStep.tsx')).SuperSecondStep,
}))

/** The challenge for the passkey. Null during the password step. */
const askedIn = (error: unknown): RequestOptions | null =>
  isApiError(error, 'passkey.needed') ? (error.details[0]?.['options'] as RequestOptions) : null

/** The login of super admins. They have no sign-up and no confirmation mail. */
export const SuperLoginPage = () => {
  const { superLogin: text } = authTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const form = useFields({ email: '', password: '' }, ({ email, password }) => ({
    email: emailError(email, common.invalid),
    password: loginPasswordError(password, common.invalid),
  }))
  const enter = (token: string) => {
    setToken(token)
    return navigate(paths.superAdmin, { replace: true })
  }
  const login = useMutation({
    mutationFn: (body: Body<typeof superLogin>) => call(superLogin, { body }),
    onSuccess: ({ access_token }) => enter(access_token),
  })
  const asked = askedIn(login.error)
  if (asked && login.variables)
    return (
      <div className="auth">
        <PageTitle>{text.title}</PageTitle>
        <Suspense>
          <SuperSecondStep
            credentials={login.variables}
            options={asked}
            onToken={(token) => void enter(token)}
            onBack={() => login.reset()}
          />
        </Suspense>
      </div>
    )

  return (
    <div className="auth">
      <PageTitle>{text.title}</PageTitle>
      <p>{text.lead}</p>
      <form
        className="form"
        noValidate
        onSubmit={form.submit(({ email, password }) => login.mutate({ email: email.trim(), password }))}
      >
        <Field label={common.email} type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label={common.password} autoComplete="current-password" {...form.field('password')} />
        {login.error && <ErrorNotice error={login.error} />}
        <SubmitButton busy={login.isPending}>{common.login}</SubmitButton>
      </form>
    </div>
  )
}
