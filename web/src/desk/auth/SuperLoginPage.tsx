import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Body } from '#contract/endpoint.ts'
import { superLogin } from '#contract/sessions.ts'
import { call } from '../../shared/api.ts'
import { emailError, loginPasswordError } from '../../shared/faults.ts'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { paths } from '../../shared/paths.ts'
import { Field, PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { setToken } from '../../shared/session.ts'
import { useText } from '../../shared/texts/common.ts'
import { useFields } from '../../shared/use-fields.ts'
import { authTexts } from './texts.ts'
import './auth.css'

/** The door of super admins, whom nobody signs up and no mail confirms. */
export const SuperLoginPage = () => {
  const { superLogin: text } = authTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const form = useFields({ email: '', password: '' }, ({ email, password }) => ({
    email: emailError(email, common.invalid),
    password: loginPasswordError(password, common.invalid),
  }))
  const login = useMutation({
    mutationFn: (body: Body<typeof superLogin>) => call(superLogin, { body }),
    onSuccess: ({ access_token }) => {
      setToken(access_token)
      return navigate(paths.superAdmin, { replace: true })
    },
  })

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
