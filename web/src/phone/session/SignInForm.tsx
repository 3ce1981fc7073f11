import { useRef, useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { login } from '#contract/sessions.ts'
import { initiateVerification } from '#contract/sign-up.ts'
import { call } from '../../shared/api.ts'
import { isApiError } from '../../shared/api-error.ts'
import { emailFault } from '../../shared/faults.ts'
import { useCommand } from '../../shared/use-command.ts'
import { commonTexts } from '../../shared/texts/common.ts'
import { Fault } from '../frame/Fault.tsx'
import { Field } from '../frame/Field.tsx'
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

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = entryFaults({ email, password })
    setFaults(found)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (!signIn.isPending) signIn.mutate()
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
          <input
            className="input"
            {...inner}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Fault error={signIn.error}>
        {isApiError(signIn.error, 'login.failed') && !emailFault(email) && <Resend email={email.trim()} />}
      </Fault>
      <button type="submit" className="button" aria-disabled={signIn.isPending}>
        {signIn.isPending ? text.signingIn : common.login}
      </button>
    </form>
  )
}

/** A failed login may mean an address that is not confirmed: the confirmation mail can be sent again. */
const Resend = ({ email }: { email: string }) => {
  const text = sessionTexts.use()
  const common = commonTexts.use()
  const resend = useCommand(initiateVerification)
  return (
    <>
      <button
        type="button"
        className="button button-outlined"
        aria-disabled={resend.isPending}
        onClick={() => !resend.isPending && resend.mutate({ body: { email } })}
      >
        {resend.isPending ? text.resending : text.resend}
      </button>
      <div role="status">{resend.isSuccess && common.checkYourEmail}</div>
      <Fault error={resend.error} />
    </>
  )
}
