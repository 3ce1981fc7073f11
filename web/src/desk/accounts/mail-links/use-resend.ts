import { useEffect, useState } from 'react'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { initiateVerification } from '#contract/accounts/sign-up.ts'
import { commonTexts } from '#shared/texts/common.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'

const COOLDOWN_SECONDS = 60

/** `client`: the page that a reset link opens. Only for resets. */
type Asked =
  | { readonly endpoint: typeof initiateVerification }
  | { readonly endpoint: typeof resetPassword; readonly client: 'web' | 'mobile' }

const confirmation: Asked = { endpoint: initiateVerification }

/** Sends a confirmation or reset mail, at most once a minute. `sentTo` is the last recipient. */
export const useResend = ({ endpoint, ...more }: Asked = confirmation) => {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const command = useCommand(endpoint as typeof resetPassword, {
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
    if (secondsLeft === 0 && !command.isPending) command.mutate({ body: { email, ...more } })
  }
  const sentTo = command.isSuccess ? command.variables.body.email : null
  return { resend, secondsLeft, sentTo, error: command.error, isReset: endpoint === resetPassword }
}
export type Resend = ReturnType<typeof useResend>
