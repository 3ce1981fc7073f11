import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { logOut } from '#shared/sign-in/log-out.ts'
import { PasskeyPlaceholder } from '#shared/sign-in/PasskeyPlaceholder.tsx'
import { paths } from '#shared/paths.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { decodeToken } from '#shared/session/session.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { SignInForm } from './SignInForm.tsx'
import { usePhoneSession, useUserId } from './phone-session.tsx'
import { sessionTexts } from './session-texts.ts'

const PasskeyButton = lazy(async () => ({
  default: (await import('#shared/sign-in/PasskeyButton.tsx')).PasskeyButton,
}))

/**
 * Asks the user to sign in again before a sensitive step. `onDone` continues with it. Users without password and passkey
 * go to the login page, which offers every method, and return to this page.
 */
export const SignInAgain = ({ onDone }: { onDone: () => void }) => {
  const { again: text } = sessionTexts.use()
  const { signIn } = usePhoneSession()
  const userId = useUserId()
  const { pathname, search } = useLocation()
  const user = useQuery(endpointQuery(currentUser))
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOther, setOther] = useState(false)
  useEffect(() => heading.current?.focus(), [])

  const accept = (token: string) => {
    const isSame = decodeToken(token)?.userId === userId
    setOther(!isSame)
    if (!isSame) return
    signIn(token)
    onDone()
  }
  const openLoginPage = async () => {
    await logOut()
    rememberTarget(paths.phone + pathname + search)
    location.assign(paths.login)
  }
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {text.title}
      </h2>
      <p>{text.text}</p>
      {isOther && (
        <p ref={scrollIntoViewRef} className="notice error" role="alert">
          {text.other}
        </p>
      )}
      <QueryView query={user}>
        {({ email, signInMethods }) =>
          signInMethods.includes('password') && (
            <SignInForm onToken={accept} {...(email !== null && { email })} />
          )
        }
      </QueryView>
      <Suspense fallback={<PasskeyPlaceholder />}>
        <PasskeyButton client="mobile" onToken={accept} />
      </Suspense>
      <button type="button" className="button button-outlined" onClick={() => void openLoginPage()}>
        {text.otherWays}
      </button>
    </section>
  )
}
