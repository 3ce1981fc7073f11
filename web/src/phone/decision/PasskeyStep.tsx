import { useEffect } from 'react'
import type { Request } from '#contract/requests.ts'
import { loadWebAuthn } from '../../shared/passkeys.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { decisionTexts } from './decision-texts.ts'

type Props = {
  readonly shown: Request
  readonly isSigning: boolean
  readonly isOnline: boolean
  readonly error: unknown
  readonly onSign: () => void
  /** Where this browser has a PIN too. */
  readonly onPin: (() => void) | undefined
  readonly onBack: () => void
}

/** Repeats what is signed, and has the device ask for a finger, a face or its own PIN. */
export const PasskeyStep = ({ shown, isSigning, isOnline, error, onSign, onPin, onBack }: Props) => {
  const text = decisionTexts.use()
  useEffect(() => void loadWebAuthn(), [])
  const giveUp = () => !isSigning && onBack()
  return (
    <RequestSheet request={shown} label={text.sign} onClose={giveUp}>
      <RefusalNotice error={error} />
      <p className="hint">{text.passkeyHint}</p>
      <button
        type="button"
        className="button"
        autoFocus
        aria-disabled={isSigning || !isOnline}
        onClick={() => isOnline && !isSigning && onSign()}
      >
        {isSigning ? text.signing : text.sign}
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
      <button type="button" className="button button-text" aria-disabled={isSigning} onClick={giveUp}>
        {text.back}
      </button>
    </RequestSheet>
  )
}
