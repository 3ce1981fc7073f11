import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { verifyEmail } from '#contract/accounts/sign-up.ts'
import { isApiError } from '#shared/api-error.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { useCommand } from '#shared/commands/use-command.ts'
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

/** Confirms only after a click, because mail scanners open links. */
export const ConfirmEmailPage = () => {
  const { verificationToken = '' } = useParams()
  const words = useWords()
  const provider = useProvider()
  const common = useText()
  const [needsPassword, setNeedsPassword] = useState(false)
  const command = useCommand(verifyEmail, {
    onError: (error) => {
      if (isPasswordNeeded(error)) setNeedsPassword(true)
    },
  })

  if (command.isSuccess) {
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
  const isMalformed = !needsPassword && isApiError(command.error, 'input.invalid')
  if (isMalformed || isApiError(command.error, 'token.not-found')) {
    return provider ? <UnknownSignIn provider={provider} /> : <UnknownConfirmation />
  }
  if (needsPassword) {
    return (
      <ChoosePassword
        busy={command.isPending}
        error={isPasswordNeeded(command.error) ? null : command.error}
        onChoose={(password) => command.mutate({ params: { verificationToken }, body: { password } })}
      />
    )
  }
  return (
    <div className="auth">
      <PageTitle key="ask">{words.title}</PageTitle>
      <p>{words.text}</p>
      {command.error && <ErrorNotice error={command.error} />}
      <button
        type="button"
        className="button"
        aria-disabled={command.isPending}
        onClick={() => command.isPending || command.mutate({ params: { verificationToken }, body: {} })}
      >
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
