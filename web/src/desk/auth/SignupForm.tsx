import { useId, useMemo } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { signup } from '#contract/sign-up.ts'
import { emailRule, newPasswordRule, termsRule } from '../../shared/form-rules.ts'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { paths } from '../../shared/paths.ts'
import { Field, PasswordField } from '../../shared/plain/Field.tsx'
import { ErrorNotice } from '../../shared/plain/Notice.tsx'
import { SubmitButton } from '../../shared/plain/SubmitButton.tsx'
import { useText } from '../../shared/texts/common.ts'
import { showError } from '../../shared/toast.tsx'
import { useCommand } from '../../shared/use-command.ts'
import { authTexts } from './texts.ts'
import { TermsLinks } from './TermsLinks.tsx'
import './auth.css'

type Props = { readonly email: string; readonly onDone: (email: string) => void }

export const SignupForm = ({ email, onDone }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const termsError = useId()
  const schema = useMemo(
    () =>
      z.object({
        email: emailRule(common.invalid),
        password: newPasswordRule(common.invalid),
        checked: termsRule(common.invalid),
      }),
    [common],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '', checked: false },
  })
  const { errors } = form.formState
  const command = useCommand(signup, {
    onSuccess: (_, input) => onDone(input.body.email ?? ''),
    onError: (error) => showError(error),
  })
  const submit = form.handleSubmit((values) =>
    command.mutate({ body: { email: values.email, password: values.password } }),
  )

  return (
    <div className="auth">
      <PageTitle>{text.signup.title}</PageTitle>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label={common.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={common.password}
          autoComplete="new-password"
          hint={text.signup.passwordHint}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <div className="field">
          <label className="checkbox">
            <input
              type="checkbox"
              aria-invalid={Boolean(errors.checked)}
              aria-describedby={termsError}
              {...form.register('checked')}
            />
            <span>
              {text.signup.accept} <TermsLinks />
            </span>
          </label>
          <p id={termsError} className="field-error" hidden={!errors.checked}>
            {errors.checked?.message}
          </p>
        </div>
        {command.error && <ErrorNotice error={command.error} />}
        <SubmitButton busy={command.isPending}>{text.signup.submit}</SubmitButton>
      </form>
      <div className="auth-links">
        <span>{text.signup.haveAccount}</span>
        <Link to={paths.login}>{common.login}</Link>
      </div>
    </div>
  )
}
