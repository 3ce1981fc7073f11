import { useOnline } from '../frame/use-online.ts'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PinStep } from './PinStep.tsx'
import type { About } from './Sheet.tsx'
import type { useSigning } from './use-signing.ts'

type Props = { readonly signing: ReturnType<typeof useSigning>; readonly about: About }

/** The sheet that asks for the passkey or for the PIN, while one of them is wanted. */
export const SigningSheet = ({ signing, about }: Props) => {
  const isOnline = useOnline()
  const { step, isSigning, error } = signing
  const shown = { about, isSigning, isOnline, error, onBack: signing.giveUp }
  if (step === 'passkey')
    return <PasskeyStep {...shown} onSign={signing.onPasskey} onPin={signing.onUsePin} />
  return step === 'pin' && <PinStep {...shown} onPin={signing.onPin} />
}
