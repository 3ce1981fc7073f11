import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/users.ts'
import { endpointQuery } from '../../shared/api.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { SignInForm } from './SignInForm.tsx'
import { usePhoneSession } from './phone-session.tsx'
import { sessionTexts } from './session-texts.ts'

/** Asks the person who is signed in for the password once more; `onDone` goes on where it was needed. */
export const SignInAgain = ({ onDone }: { onDone: () => void }) => {
  const text = sessionTexts.use()
  const { signIn } = usePhoneSession()
  const user = useQuery(endpointQuery(currentUser))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const accept = (token: string) => {
    signIn(token)
    onDone()
  }
  return (
    <section className="card">
      <h2 ref={heading} tabIndex={-1}>
        {text.again.title}
      </h2>
      <p>{text.again.text}</p>
      <Loaded query={user}>
        {({ email }) => <SignInForm onToken={accept} {...(email !== null && { email })} />}
      </Loaded>
    </section>
  )
}
