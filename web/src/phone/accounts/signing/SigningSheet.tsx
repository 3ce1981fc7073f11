import type { ReactNode } from 'react'
import { useOnline } from '../../reads/use-online.ts'
import { ResendStep } from './ResendStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PinStep } from './PinStep.tsx'
import type { useSigning } from './use-signing.ts'

type Props = {
  readonly signing: ReturnType<typeof useSigning>
  /** Another way than a signature. */
  readonly children?: ReactNode
}

/** Shows the sheet of the current signing step: passkey, PIN or sending again. */
export const SigningSheet = ({ signing, children }: Props) => {
  const isOnline = useOnline()
  const { step, subject, isSigning, error } = signing
  const common = { subject, isSigning, isOnline, error, onBack: signing.giveUp }
  if (step === 'resend') return <ResendStep {...common} onResend={signing.onResend} />
  if (step === 'passkey')
    return (
      <PasskeyStep {...common} onSign={signing.onPasskey} onPin={signing.onUsePin}>
        {children}
      </PasskeyStep>
    )
  if (step !== 'pin') return null
  return (
    <PinStep {...common} onPin={signing.onPin}>
      {children}
    </PinStep>
  )
}
