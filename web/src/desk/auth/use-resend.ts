import { useEffect, useState } from 'react'
import { initiateVerification } from '#contract/sign-up.ts'
import { commonTexts } from '../../shared/texts/common.ts'
import { showError, showToast } from '../../shared/toast.tsx'
import { useCommand } from '../../shared/use-command.ts'

const COOLDOWN_SECONDS = 60

/** Sends the confirmation mail again, at most once a minute. `sentTo` is the last address it went to. */
export const useResend = () => {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const command = useCommand(initiateVerification, {
    onSuccess: () => {
      setSecondsLeft(COOLDOWN_SECONDS)
      showToast({ message: commonTexts.now().checkYourEmail, severity: 'success' })
    },
    onError: (error) => showError(error),
  })

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  const resend = (email: string): void => {
    if (secondsLeft === 0 && !command.isPending) command.mutate({ body: { email } })
  }
  const sentTo = command.isSuccess ? command.variables.body.email : null
  return { resend, secondsLeft, sentTo, error: command.error }
}
export type Resend = ReturnType<typeof useResend>
