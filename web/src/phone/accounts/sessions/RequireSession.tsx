import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Link } from '#shared/parts/Link.tsx'
import { PasskeyPlaceholder } from '#shared/sign-in/PasskeyPlaceholder.tsx'
import { paths } from '#shared/paths.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { commonTexts } from '#shared/texts/common.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { sessionTexts } from './session-texts.ts'
import { SignInForm } from './SignInForm.tsx'
import { usePhoneSession } from './phone-session.tsx'

const PairPage = lazy(async () => ({ default: (await import('../pairing/PairPage.tsx')).PairPage }))
const PasskeyButton = lazy(async () => ({
  default: (await import('#shared/sign-in/PasskeyButton.tsx')).PasskeyButton,
}))

/** Pages that handle the device setup themselves. */
const DEVICE_SETUP_PATHS = ['/start', '/device']

/** Shows the sign-in screen without a session. After sign-in it continues to the requested page, via device setup if this browser has no device. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { session, hasEnded, signIn } = usePhoneSession()
  const text = sessionTexts.use()
  const { sessionEnded } = commonTexts.use()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isPairing = pathname === '/pair'
  const target = isPairing ? '/' : pathname
  const nextPath = DEVICE_SETUP_PATHS.includes(pathname) ? pathname + search : `/start?next=${target}`
  const enter = (token: string) => {
    signIn(token)
    void navigate(nextPath, { replace: true })
  }
  if (session) return children
  if (isPairing)
    return (
      <Suspense>
        <PairPage onToken={enter} />
      </Suspense>
    )
  return (
    <PhoneScreen title={text.signInTitle} signedOut>
      {hasEnded ? (
        <p className="notice info" role="status">
          {sessionEnded}
        </p>
      ) : (
        <Lead hasChanged={new URLSearchParams(search).has('changed')} />
      )}
      <SignInForm onToken={enter} />
      <Suspense fallback={<PasskeyPlaceholder />}>
        <PasskeyButton client="mobile" onToken={enter} />
      </Suspense>
      <p className="hint">
        <Link to="/pair">{text.fromComputer}</Link>
      </p>
      <p className="hint">
        <a href={paths.login} onClick={() => rememberTarget(paths.phone + nextPath)}>
          {text.otherWays}
        </a>
      </p>
      <p className="hint">
        {text.noAccount} <a href="/signup">{text.signUp}</a>.
      </p>
    </PhoneScreen>
  )
}

const Lead = ({ hasChanged }: { hasChanged: boolean }) => {
  const text = sessionTexts.use()
  return hasChanged ? (
    <p className="notice success" role="status">
      {text.changed}
    </p>
  ) : (
    <p className="lead">{text.signInLead}</p>
  )
}
