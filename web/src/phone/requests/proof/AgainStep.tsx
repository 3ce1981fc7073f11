import { Fault } from '../../frame/Fault.tsx'
import { Sheet, type About } from './Sheet.tsx'
import { signingTexts } from './signing-texts.ts'

type Props = {
  readonly about: About
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onAgain: () => void
  readonly onBack: () => void
}

/** What was signed was sent, and no answer came: the same goes out once more, and nothing is signed again. */
export const AgainStep = ({ about, isSigning, isOnline, error, onAgain, onBack }: Props) => {
  const text = signingTexts.use()
  const giveUp = () => !isSigning && onBack()
  return (
    <Sheet about={about} onClose={giveUp}>
      <Fault error={error} />
      <p className="notice info">{text.unanswered}</p>
      <button
        type="button"
        className="button"
        autoFocus
        aria-disabled={isSigning || !isOnline}
        onClick={() => isOnline && !isSigning && onAgain()}
      >
        {isSigning ? text.sendingAgain : text.sendAgain}
      </button>
      <button type="button" className="button button-text" aria-disabled={isSigning} onClick={giveUp}>
        {text.back}
      </button>
    </Sheet>
  )
}
