import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { SignupForm } from './SignupForm.tsx'

export const SignupPage = () => {
  const state = useLocation().state as { email?: string } | null
  const [email, setEmail] = useState(state?.email ?? '')
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
