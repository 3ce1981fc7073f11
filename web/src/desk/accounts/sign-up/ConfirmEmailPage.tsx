import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { verifyEmail } from '#contract/accounts/sign-up.ts'
import { isApiError } from '#shared/api-error.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { setToken } from '#shared/session/session.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useContinue } from '../use-continue.ts'
import { ChoosePassword } from '../passwords/ChoosePassword.tsx'
import { authTexts } from '../texts.ts'
import { InvalidLink } from '../mail-links/InvalidLink.tsx'
import { useResend } from '../mail-links/use-resend.ts'
import '../auth.css'

/** The provider whose sign-in waits for the confirmation. Null: the confirmation is for the address. */
const useProvider = (): string | null => {
  const provider = useSearchParams()[0].get('provider')
  if (provider === 'google') return 'Google'
  return provider === 'microsoft' ? 'Microsoft' : null
}

const useWords = () => {
  const { confirm, confirmSignIn } = authTexts.use()
  const provider = useProvider()
  if (!provider) return confirm
  const { title, text, submit, done, doneText } = confirmSignIn
  return { title: title(provider), text: text(provider), submit, done, doneText: doneText(provider) }
}

const isPasswordNeeded = (error: unknown) => isApiError(error, 'password.needed')

/** Confirms the address of the link. The browser that signed up is then logged in and goes on. */
const useConfirmation = () => {
  const { verificationToken = '' } = useParams()
  const { done } = useWords()
  const goOn = useContinue()
  const [needsPassword, setNeedsPassword] = useState(false)
  const { data, error, isPending, isSuccess, mutate } = useCommand(verifyEmail, {
    onSuccess: ({ access_token: token }) => {
      if (token === undefined) return
      setToken(token)
      showToast({ message: done, severity: 'success' })
      void goOn()
    },
    onError: (refused) => {
      if (isPasswordNeeded(refused)) setNeedsPassword(true)
    },
  })
  const isLoggedIn = data?.access_token !== undefined
  return {
    confirm: (password?: string) =>
      mutate({
        params: { verificationToken },
        body: {
          ...(password !== undefined && { password }),
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    error,
    needsPassword,
    busy: isPending || isLoggedIn,
    isConfirmed: isSuccess && !isLoggedIn,
  }
}

/** Confirms only after a click, because mail scanners open links. */
export const ConfirmEmailPage = () => {
  const words = useWords()
  const provider = useProvider()
  const common = useText()
  const { confirm, error, needsPassword, busy, isConfirmed } = useConfirmation()

  if (isConfirmed) {
    return (
      <div className="auth">
        <PageTitle key="done">{words.done}</PageTitle>
        <p>{words.doneText}</p>
        <Link className="button" to={paths.login}>
          {common.login}
        </Link>
      </div>
    )
  }
  const isMalformed = !needsPassword && isApiError(error, 'input.invalid')
  if (isMalformed || isApiError(error, 'token.not-found')) {
    return provider ? <UnknownSignIn provider={provider} /> : <UnknownConfirmation />
  }
  if (needsPassword) {
    return <ChoosePassword busy={busy} error={isPasswordNeeded(error) ? null : error} onChoose={confirm} />
  }
  return (
    <div className="auth">
      <PageTitle key="ask">{words.title}</PageTitle>
      <p>{words.text}</p>
      {error && <ErrorNotice error={error} />}
      <button type="button" className="button" aria-disabled={busy} onClick={() => busy || confirm()}>
        {words.submit}
      </button>
    </div>
  )
}

const UnknownSignIn = ({ provider }: { readonly provider: string }) => {
  const text = authTexts.use()
  const common = useText()
  return (
    <div className="auth">
      <PageTitle key="unknown">{text.confirm.unknown}</PageTitle>
      <p>{text.confirmSignIn.unknownText(provider)}</p>
      <Link to={paths.login}>{common.login}</Link>
    </div>
  )
}

const UnknownConfirmation = () => (
  <InvalidLink resend={useResend()} label={authTexts.use().login.resendLong} />
)
