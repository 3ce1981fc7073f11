import { useEffect, type ReactNode } from 'react'
import { loadWebAuthn } from '#shared/sign-in/passkeys.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { Sheet, type SheetSubject } from './Sheet.tsx'
import { useReading } from './use-reading.ts'
import { signingTexts } from './signing-texts.ts'

type Props = {
  readonly subject: SheetSubject
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onSign: () => void
  /** Set if this browser also has a PIN. */
  readonly onPin: (() => void) | undefined
  readonly onBack: () => void
  /** Another way, shown before the way back. */
  readonly children?: ReactNode
}

/** Repeats what is signed and asks for the passkey. */
export const PasskeyStep = ({
  subject,
  isSigning,
  isOnline,
  error,
  onSign,
  onPin,
  onBack,
  children,
}: Props) => {
  const text = signingTexts.use()
  const reading = useReading()
  const canSign = isOnline && !isSigning && reading.isRead
  useEffect(() => void loadWebAuthn(), [])
  const giveUp = () => !isSigning && onBack()
  return (
    <Sheet subject={subject} reading={reading} onClose={giveUp}>
      <RefusalNotice error={error} />
      <p className="hint">{text.passkeyHint}</p>
      <button
        type="button"
        className="button"
        autoFocus
        aria-disabled={!canSign}
        onClick={() => canSign && onSign()}
      >
        {isSigning ? text.signing : subject.label}
      </button>
      {onPin && (
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={isSigning}
          onClick={() => isSigning || onPin()}
        >
          {text.usePin}
        </button>
      )}
      {children}
      <button type="button" className="button button-text" aria-disabled={isSigning} onClick={giveUp}>
        {text.back}
      </button>
    </Sheet>
  )
}
