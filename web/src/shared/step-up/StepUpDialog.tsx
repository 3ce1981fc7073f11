import { useId, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { passkeyOptions, stepUp } from '#contract/accounts/sessions.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import type { Body } from '#contract/endpoint.ts'
import { isApiError } from '../api-error.ts'
import { call, endpointQuery } from '../api/api.ts'
import { PasswordField } from '../native/Field.tsx'
import { ErrorNotice } from '../native/Notice.tsx'
import { SubmitButton } from '../native/SubmitButton.tsx'
import { paths } from '../paths.ts'
import { QueryStates } from '../reads/QueryStates.tsx'
import { setToken } from '../session/session.ts'
import { knowsPasskeys, NoPasskey, signWithPasskey } from '../sign-in/passkeys.ts'
import { PROVIDERS } from '../sign-in/provider-names.ts'
import { useText } from '../texts/common.ts'
import { OtherWays } from './OtherWays.tsx'
import { stepUpTexts } from './texts.ts'
import './step-up.css'

type Proof = Body<typeof stepUp>

/** The ways in which the user can prove here who they are. */
const useWays = () => {
  const user = useQuery(endpointQuery(currentUser))
  const own = useQuery(endpointQuery(devices))
  const hasPasskey = own.data?.some(({ kind, state }) => kind === 'passkey' && state === 'usable') ?? false
  const methods = user.data?.signInMethods ?? []
  const isSuper = user.data?.role === 'super admin'
  const linked = PROVIDERS.filter((provider) => methods.includes(provider))
  const options = useQuery({ ...endpointQuery(authOptions), enabled: linked.length > 0 })
  return {
    user,
    own,
    // The passkey of a super admin is their second factor, so a password is not enough.
    password: methods.includes('password') && !(isSuper && hasPasskey),
    passkey: hasPasskey && knowsPasskeys(),
    providers: linked.filter((provider) => options.data?.[provider]),
    isKnown: user.data !== undefined && own.data !== undefined && !options.isLoading,
    login: isSuper ? paths.loginSuper : paths.login,
  }
}

/** Asks for a proof, and tells `onEnd` whether there was one. Escape cancels. */
export const StepUpDialog = ({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) => {
  const text = stepUpTexts.use()
  const common = useText()
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { user, own, password, passkey, providers, isKnown, login } = useWays()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const prove = useMutation({
    mutationFn: async (proof: () => Promise<Proof>) => call(stepUp, { body: await proof() }),
    onSuccess({ access_token }) {
      setToken(access_token)
      onEnd(true)
    },
  })
  const byPasskey = async (): Promise<Proof> => ({
    assertion: await signWithPasskey(await call(passkeyOptions)),
  })
  const start = (proof: () => Promise<Proof>) => prove.isPending || prove.mutate(proof)
  return (
    <dialog
      ref={dialog}
      className="step-up"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onEnd(false)
      }}
    >
      <h2 id={heading}>{text.title}</h2>
      <p>{text.text}</p>
      <QueryStates query={user} label={common.loading} />
      {own.error && <ErrorNotice error={own.error} />}
      {password && (
        <PasswordForm
          email={user.data?.email ?? ''}
          isBusy={prove.isPending}
          onPassword={(typed) => start(async () => ({ password: typed }))}
        />
      )}
      <Fault error={prove.error} hasPassword={password} />
      {passkey && (
        <button
          type="button"
          className={password ? 'button button-outlined' : 'button'}
          aria-disabled={prove.isPending}
          onClick={() => start(byPasskey)}
        >
          {text.byPasskey}
        </button>
      )}
      {isKnown && !password && !passkey && (
        <OtherWays
          providers={providers}
          login={login}
          isBusy={prove.isPending}
          onToken={(providerToken) => start(async () => ({ providerToken }))}
        />
      )}
      <button type="button" className="button button-outlined" onClick={() => onEnd(false)}>
        {common.cancel}
      </button>
    </dialog>
  )
}

type FormProps = {
  readonly email: string
  readonly isBusy: boolean
  readonly onPassword: (password: string) => void
}

const PasswordForm = ({ email, isBusy, onPassword }: FormProps) => {
  const text = stepUpTexts.use()
  const common = useText()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The form that asked may be around this dialog in the tree of components.
    event.stopPropagation()
    setMissing(password === '')
    if (password !== '') onPassword(password)
  }
  return (
    <form noValidate onSubmit={submit}>
      {/* For password managers. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <PasswordField
        label={common.password}
        autoComplete="current-password"
        maxLength={128}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for nothing else
        autoFocus
        value={password}
        error={isMissing ? common.invalid.passwordMissing : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SubmitButton busy={isBusy}>{isBusy ? text.confirming : text.confirm}</SubmitButton>
    </form>
  )
}

const Fault = ({ error, hasPassword }: { readonly error: unknown; readonly hasPassword: boolean }) => {
  const text = stepUpTexts.use()
  if (!error) return null
  if (error instanceof NoPasskey)
    return (
      <p className="notice info" role="alert">
        {text.noPasskey}
      </p>
    )
  if (!isApiError(error, 'login.failed')) return <ErrorNotice error={error} />
  return (
    <p className="notice error" role="alert">
      {hasPassword ? text.wrongPassword : text.wrongPasskey}
    </p>
  )
}
