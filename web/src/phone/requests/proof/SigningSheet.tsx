import { useOnline } from '../../reads/use-online.ts'
import { AgainStep } from './AgainStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PinStep } from './PinStep.tsx'
import type { useSigning } from './use-signing.ts'

type Props = { readonly signing: ReturnType<typeof useSigning> }

/** The sheet that asks for the passkey or for the PIN, or whether to send once more, while one of them is wanted. */
export const SigningSheet = ({ signing }: Props) => {
  const isOnline = useOnline()
  const { step, about, isSigning, error } = signing
  const shown = { about, isSigning, isOnline, error, onBack: signing.giveUp }
  if (step === 'again') return <AgainStep {...shown} onAgain={signing.onAgain} />
  if (step === 'passkey')
    return <PasskeyStep {...shown} onSign={signing.onPasskey} onPin={signing.onUsePin} />
  return step === 'pin' && <PinStep {...shown} onPin={signing.onPin} />
}
