import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { Sheet, type SheetSubject } from './Sheet.tsx'
import { signingTexts } from './signing-texts.ts'

type Props = {
  readonly subject: SheetSubject
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onResend: () => void
  readonly onBack: () => void
}

/** Offers to send a signature again that was never answered, without signing again. */
export const ResendStep = ({ subject, isSigning, isOnline, error, onResend, onBack }: Props) => {
  const text = signingTexts.use()
  const giveUp = () => !isSigning && onBack()
  return (
    <Sheet subject={subject} onClose={giveUp}>
      <ErrorNotice error={error} />
      <p className="notice info">{text.unanswered}</p>
      <button
        type="button"
        className="button"
        autoFocus
        aria-disabled={isSigning || !isOnline}
        onClick={() => isOnline && !isSigning && onResend()}
      >
        {isSigning ? text.sendingAgain : text.sendAgain}
      </button>
      <button type="button" className="button button-text" aria-disabled={isSigning} onClick={giveUp}>
        {text.back}
      </button>
    </Sheet>
  )
}
