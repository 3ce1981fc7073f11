import { useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { isApiError } from '../../shared/api-error.ts'
import { emailRule, loginPasswordRule } from '../../shared/form-rules.ts'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { paths } from '../../shared/paths.ts'
import { Field, PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { takeTarget } from '../../shared/return-target.ts'
import { errorText, useText } from '../../shared/texts/common.ts'
import { showError, showToast } from '../../shared/toast.tsx'
import { ResendPart } from './ResendPart.tsx'
import { authTexts } from './texts.ts'
import { useLogin } from './use-login.ts'
import { useResend } from './use-resend.ts'
import './auth.css'

const RESEND_NOTICE_MS = 7000

export const LoginPage = () => {
  const text = authTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const resend = useResend()
  const schema = useMemo(
    () => z.object({ email: emailRule(common.invalid), password: loginPasswordRule(common.invalid) }),
    [common],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState

  const resendToTyped = async (): Promise<void> => {
    if (await form.trigger('email', { shouldFocus: true })) resend.resend(form.getValues('email').trim())
  }
  const login = useLogin({
    onSuccess: () => void navigate(takeTarget() ?? paths.workspaces, { replace: true }),
    onError: (error) => {
      if (!isApiError(error, 'login.failed')) return showError(error)
      showToast({
        message: errorText(error),
        severity: 'error',
        autoHideDuration: RESEND_NOTICE_MS,
        action: { label: text.login.resend, run: () => void resendToTyped() },
      })
    },
  })

  return (
    <div className="auth">
      <PageTitle>{text.login.title}</PageTitle>
      <form className="form" noValidate onSubmit={form.handleSubmit((values) => login.mutate(values))}>
        <Field
          label={common.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={common.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {login.error && <ErrorNotice error={login.error} />}
        <SubmitButton busy={login.isPending}>{common.login}</SubmitButton>
      </form>
      <ResendPart resend={resend} label={text.login.resendLong} onPress={() => void resendToTyped()} />
      <div className="auth-links">
        <Link to={paths.signup}>{text.login.create}</Link>
      </div>
    </div>
  )
}
