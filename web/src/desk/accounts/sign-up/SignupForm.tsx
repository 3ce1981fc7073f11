import { useId } from 'react'
import { signup } from '#contract/accounts/sign-up.ts'
import { emailError, newPasswordError } from '#shared/forms/field-errors.ts'
import { nameError } from '#shared/forms/name-rule.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { useText } from '#shared/texts/common.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { NewPasswordField } from '../passwords/NewPasswordField.tsx'
import { authTexts } from '../texts.ts'
import { TermsLinks } from './TermsLinks.tsx'
import { usePasswordLength } from '../passwords/use-password-length.ts'
import '../auth.css'

type Props = { readonly email: string; readonly onDone: (email: string) => void }

export const SignupForm = ({ email, onDone }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const termsError = useId()
  const least = usePasswordLength()
  const form = useFields({ name: '', email, password: '', checked: false }, (values) => ({
    name: nameError(values.name, common.invalid),
    email: emailError(values.email, common.invalid),
    password: newPasswordError(values.password, common.invalid, least),
    checked: values.checked ? undefined : text.signup.mustAccept,
  }))
  const { error: unchecked, ...checkbox } = form.field('checked')
  const command = useCommand(signup, {
    onSuccess: (_, input) => onDone(input.body.email ?? ''),
    onError: (error) => showError(error),
  })
  const submit = form.submit((values) =>
    command.mutate({
      body: { email: values.email.trim(), password: values.password, name: values.name.trim() },
    }),
  )

  return (
    <div className="auth">
      <PageTitle>{text.signup.title}</PageTitle>
      <form className="form" noValidate onSubmit={submit}>
        <Field label={text.name} autoComplete="name" {...form.field('name')} />
        <Field label={common.email} type="email" autoComplete="username" {...form.field('email')} />
        <NewPasswordField {...form.field('password')} />
        <div className="field">
          <label className="checkbox">
            <input
              type="checkbox"
              aria-invalid={Boolean(unchecked)}
              aria-describedby={termsError}
              {...checkbox}
            />
            <span>
              {text.signup.accept} <TermsLinks />
            </span>
          </label>
          <p id={termsError} className="field-error" hidden={!unchecked}>
            {unchecked}
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
