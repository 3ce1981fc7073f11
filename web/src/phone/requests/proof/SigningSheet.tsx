import { useOnline } from '../../reads/use-online.ts'
import { ResendStep } from './ResendStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PinStep } from './PinStep.tsx'
import type { useSigning } from './use-signing.ts'

type Props = { readonly signing: ReturnType<typeof useSigning> }

/** The sheet that asks for the passkey or for the PIN, or whether to send once more, while one of them is wanted. */
export const SigningSheet = ({ signing }: Props) => {
  const isOnline = useOnline()
  const { step, subject, isSigning, error } = signing
  const shown = { subject, isSigning, isOnline, error, onBack: signing.giveUp }
  if (step === 'resend') return <ResendStep {...shown} onResend={signing.onResend} />
  if (step === 'passkey')
    return <PasskeyStep {...shown} onSign={signing.onPasskey} onPin={signing.onUsePin} />
  return step === 'pin' && <PinStep {...shown} onPin={signing.onPin} />
}
