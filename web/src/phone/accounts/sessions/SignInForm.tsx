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
  /** Given when somebody has to sign in again: the address stands and can't be changed. */
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

  const show = (found: EntryFaults): boolean => {
    setFaults(found)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first !== null
  }
  const address = (): string | null => {
    const fault = emailErrorKey(email)
    return show(fault ? { email: fault } : {}) ? null : email.trim()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!show(entryFaults({ email, password })) && !signIn.isPending) signIn.mutate()
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
            // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- so WebAuthn has it
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
          <MailButton endpoint={initiateVerification} label={text.resend} address={address} />
        )}
      </ErrorNotice>
      <button type="submit" className="button" aria-disabled={signIn.isPending}>
        {signIn.isPending ? text.signingIn : common.login}
      </button>
      <MailButton endpoint={resetPassword} label={text.forgot} address={address} />
    </form>
  )
}

type MailProps = {
  readonly endpoint: typeof initiateVerification | typeof resetPassword
  readonly label: string
  /** The address that was typed, unless it is none: then it has the focus and says so. */
  readonly address: () => string | null
}

/** Has a mail sent; that it was is all that is said, whoever's address it is. */
const MailButton = ({ endpoint, label, address }: MailProps) => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const mail = useCommand(endpoint as typeof resetPassword)
  const send = () => {
    if (mail.isPending) return
    const email = address()
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
