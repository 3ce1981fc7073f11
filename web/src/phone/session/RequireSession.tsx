import type { ReactNode } from 'react'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { sessionTexts } from './session-texts.ts'
import { SignInForm } from './SignInForm.tsx'
import { usePhoneSession } from './phone-session.tsx'

/** Shows the sign-in in place of any page without a session, so that the address stays and the page comes after it. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { session, signIn } = usePhoneSession()
  const text = sessionTexts.use()
  if (session) return children
  return (
    <PhoneScreen title={text.signInTitle} signedOut>
      <p className="lead">{text.signInLead}</p>
      <SignInForm onToken={signIn} />
      <p className="hint">
        {text.noAccount} <a href="/signup">{text.signUp}</a>.
      </p>
    </PhoneScreen>
  )
}
