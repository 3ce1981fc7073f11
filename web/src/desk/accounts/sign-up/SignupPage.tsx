import { useState } from 'react'
import { landingEmail } from '#shared/session/landing-email.ts'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { SignupForm } from './SignupForm.tsx'

export const SignupPage = () => {
  const [email, setEmail] = useState(landingEmail)
  const [isSent, setSent] = useState(false)
  if (isSent) return <CheckYourEmail email={email} onWrongAddress={() => setSent(false)} />
  return (
    <SignupForm
      email={email}
      onDone={(address) => {
        setEmail(address)
        setSent(true)
      }}
    />
  )
}
