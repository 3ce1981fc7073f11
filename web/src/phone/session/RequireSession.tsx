import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../shared/paths.ts'
import { rememberTarget } from '../../shared/return-target.ts'
import { commonTexts } from '../../shared/texts/common.ts'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { sessionTexts } from './session-texts.ts'
import { SignInForm } from './SignInForm.tsx'
import { usePhoneSession } from './phone-session.tsx'

/** Pages that see to the PIN themselves. */
const OF_THE_PIN = ['/start', '/device']

/** Shows the sign-in in place of any page without a session; the page comes after it, by way of the PIN where there is none. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { session, hasEnded, signIn } = usePhoneSession()
  const text = sessionTexts.use()
  const { sessionEnded } = commonTexts.use()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const onward = OF_THE_PIN.includes(pathname) ? pathname + search : `/start?next=${pathname}`
  const enter = (token: string) => {
    signIn(token)
    void navigate(onward, { replace: true })
  }
  if (session) return children
  return (
    <PhoneScreen title={text.signInTitle} signedOut>
      {hasEnded ? (
        <p className="notice info" role="status">
          {sessionEnded}
        </p>
      ) : (
        <p className="lead">{text.signInLead}</p>
      )}
      <SignInForm onToken={enter} />
      <p className="hint">
        <a href={paths.login} onClick={() => rememberTarget(paths.phone + onward)}>
          {text.otherWays}
        </a>
      </p>
      <p className="hint">
        {text.noAccount} <a href="/signup">{text.signUp}</a>.
      </p>
    </PhoneScreen>
  )
}
