import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isApiError } from '#shared/api-error.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { setToken } from '#shared/session/session.ts'
import { useText } from '#shared/texts/common.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { useContinue } from '../use-continue.ts'
import { takeSignIn, type PendingSignIn } from '../providers/pending-sign-in.ts'
import { PROVIDER_NAMES, PROVIDERS } from '#shared/sign-in/provider-names.ts'
import { ConfirmedPage } from './ConfirmedPage.tsx'
import { providerTexts } from '../providers/provider-texts.ts'
import '../auth.css'

/** The return address for providers. */
export const SignedInPage = () => {
  const [{ kept, answer, asked }] = useState(takeAnswer)
  if (asked || kept?.channel !== undefined) return <ConfirmedPage asked={asked} kept={kept} answer={answer} />
  return <LoggedInPage kept={kept} answer={answer} />
}

type Props = { readonly kept: PendingSignIn | null; readonly answer: URLSearchParams }

/** Opens the requested page, or the login page with the reason. */
const LoggedInPage = ({ kept, answer }: Props) => {
  const text = providerTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const goOn = useContinue()
  const [needsMail, setNeedsMail] = useState(false)
  const isStarted = useRef(false)

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const enter = async (): Promise<void> => {
      if (!kept || answer.get('error') === 'access_denied') return navigate(paths.login, { replace: true })
      try {
        const { finishSignIn } = await import('../providers/provider-sign-in.ts')
        setToken(await finishSignIn(kept, answer))
        await goOn()
      } catch (error) {
        if (isApiError(error, 'identity.unconfirmed')) return setNeedsMail(true)
        await navigate(paths.login, { replace: true })
        showError(error)
      }
    }
    void enter()
  }, [kept, answer, navigate, goOn])

  const name = kept ? PROVIDER_NAMES[kept.provider] : ''
  return (
    <div className="auth">
      <PageTitle key={String(needsMail)}>{needsMail ? common.checkYourEmail : common.login}</PageTitle>
      <p role="status">{needsMail ? text.mail(name) : text.entering(name)}</p>
      {needsMail && <Link to={paths.login}>{common.login}</Link>}
    </div>
  )
}

/** Takes the pending sign-in and the response out of the tab and the address, so that neither keeps a token. */
const takeAnswer = () => {
  const answer = new URLSearchParams(location.hash.slice(1))
  const asked = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  const provider = PROVIDERS.find((each) => each === asked.get('confirm'))
  const channel = asked.get('channel')
  return { kept: takeSignIn(), answer, asked: provider && channel !== null ? { provider, channel } : null }
}
