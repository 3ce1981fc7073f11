import { useId } from 'react'
import { ErrorNotice, Notice } from '#shared/native/Notice.tsx'
import { authTexts } from '../texts.ts'
import type { Resend } from './use-resend.ts'

type Props = {
  readonly resend: Resend
  readonly label: string
  readonly onPress: () => void
  readonly isMain?: boolean
}

/** The button that sends a mail again, with its result and the remaining wait. */
export const ResendPart = ({ resend, label, onPress, isMain = false }: Props) => {
  const text = authTexts.use()
  const wait = useId()
  const waits = resend.secondsLeft > 0
  return (
    <>
      {resend.sentTo && (
        <Notice>
          <p>{(resend.isReset ? text.reset : text.resend).sent(resend.sentTo)}</p>
        </Notice>
      )}
      {resend.error && <ErrorNotice error={resend.error} />}
      <div className="auth-links">
        <button
          type="button"
          className={isMain ? 'button' : 'button-link'}
          aria-disabled={waits}
          aria-describedby={waits ? wait : undefined}
          onClick={onPress}
        >
          {label}
        </button>
        {waits && (
          <span id={wait} className="muted">
            {text.resend.wait(resend.secondsLeft)}
          </span>
        )}
      </div>
    </>
  )
}
