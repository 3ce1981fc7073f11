import { useRef, useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { login } from '#contract/accounts/sessions.ts'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { initiateVerification } from '#contract/accounts/sign-up.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { emailErrorKey } from '#shared/forms/field-errors.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { PasswordInput } from '#shared/native/Field.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { Field } from '../../frame/Field.tsx'
import { sessionTexts } from './session-texts.ts'
import { entryFaults, type EntryFaults } from './sign-in-rules.ts'

type Props = {
  readonly onToken: (token: string) => void
  /** The fixed address when the user signs in again. */
  readonly email?: string
}

export const SignInForm = ({ onToken, email: fixedEmail }: Props) => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<EntryFaults>({})
  const signIn = useMutation({
    mutationFn: () => call(login, { body: { email: email.trim(), password, client: 'mobile' } }),
    onSuccess: ({ access_token }) => onToken(access_token),
  })

  const showFaults = (found: EntryFaults): boolean => {
    setFaults(found)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first !== null
  }
  const validEmail = (): string | null => {
    const fault = emailErrorKey(email)
    return showFaults(fault ? { email: fault } : {}) ? null : email.trim()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!showFaults(entryFaults({ email, password })) && !signIn.isPending) signIn.mutate()
  }

  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <Field label={common.email} fault={faults.email && common.invalid[faults.email]}>
        {(inner) => (
          <input
            className="input"
            {...inner}
            name="email"
            type="email"
            // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- as WebAuthn specifies it
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            readOnly={fixedEmail !== undefined}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={common.password} fault={faults.password && common.invalid[faults.password]}>
        {(inner) => (
          <PasswordInput
            {...inner}
            name="password"
            autoComplete="current-password"
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <ErrorNotice error={signIn.error}>
        {isApiError(signIn.error, 'login.failed') && (
          <MailButton endpoint={initiateVerification} label={text.resend} validEmail={validEmail} />
        )}
      </ErrorNotice>
      <button type="submit" className="button" aria-disabled={signIn.isPending}>
        {signIn.isPending ? text.signingIn : common.login}
      </button>
      <MailButton endpoint={resetPassword} label={text.forgot} validEmail={validEmail} />
    </form>
  )
}

type MailProps = {
  readonly endpoint: typeof initiateVerification | typeof resetPassword
  readonly label: string
  /** Returns the typed address, or null after showing what is wrong with it. */
  readonly validEmail: () => string | null
}

/** Requests a mail. The answer is the same for every address. */
const MailButton = ({ endpoint, label, validEmail }: MailProps) => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const mail = useCommand(endpoint as typeof resetPassword)
  const send = () => {
    if (mail.isPending) return
    const email = validEmail()
    if (email !== null) mail.mutate({ body: { email, client: 'mobile' } })
  }
  return (
    <>
      <button type="button" className="button button-outlined" aria-disabled={mail.isPending} onClick={send}>
        {mail.isPending ? text.resending : label}
      </button>
      <div role="status">{mail.isSuccess && common.checkYourEmail}</div>
      <ErrorNotice error={mail.error} />
    </>
  )
}
