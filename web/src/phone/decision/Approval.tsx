import { useState } from 'react'
import { approveRequest, requestChallenge } from '#contract/requests.ts'
import { useCommandSteps } from '../../shared/use-command.ts'
import { CheckIcon } from '../../shared/icons.tsx'
import type { OwnDevice } from '../devices/own-devices.ts'
import { useUserId } from '../session/phone-session.tsx'
import type { DecisionProps } from './decision-props.ts'
import { PinStep } from './PinStep.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import {
  approve,
  compareContent,
  ContentDiffers,
  signWithPasskey,
  signWithPin,
  type Compared,
  type Sign,
} from './approve.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly isOnline: boolean
  readonly onRefused: (error: unknown) => void
  readonly onDecline: () => void
}

/** First compares what would be signed, then asks for the passkey or the PIN, then signs. Done is only what the server confirmed. */
export const Approval = ({
  shown,
  approverId,
  devices,
  isOnline,
  onDecided,
  onRefused,
  onDecline,
}: Props) => {
  const text = decisionTexts.use()
  const userId = useUserId()
  const [step, setStep] = useState<OwnDevice['kind'] | null>(null)
  const pinDevice = devices.find(({ kind }) => kind === 'pin')
  // a PIN that was blocked meanwhile leaves the passkey
  const open = step === 'pin' && !pinDevice ? 'passkey' : step
  const [compared, setCompared] = useState<Compared | null>(null)
  const compare = useCommandSteps(requestChallenge, () => compareContent(shown, approverId), {
    onSuccess: (found) => {
      setCompared(found)
      setStep(devices[0]!.kind)
    },
    onError: onRefused,
  })
  const signAndSend = (sign: Sign) => approve({ shown, approverId, compared }, sign)
  const sign = useCommandSteps(approveRequest, signAndSend, {
    onSuccess: onDecided,
    onError: (error) => {
      setCompared(null)
      if (error instanceof ContentDiffers) setStep(null)
      onRefused(error)
    },
    // the PIN is forgotten with the try
    gcTime: 0,
  })
  const giveUp = () => {
    setStep(null)
    sign.reset()
  }

  const shownStep = { shown, isSigning: sign.isPending, isOnline, error: sign.error, onBack: giveUp }

  const tryCompare = () => {
    sign.reset()
    if (!compare.isPending && isOnline) compare.mutate()
  }
  return (
    <>
      {open === 'passkey' && (
        <PasskeyStep
          {...shownStep}
          onSign={() => sign.mutate(signWithPasskey)}
          onPin={pinDevice && (() => setStep('pin'))}
        />
      )}
      {open === 'pin' && (
        <PinStep
          {...shownStep}
          onPin={(pin) => sign.mutate(signWithPin({ userId, deviceId: pinDevice!.id, pin }))}
        />
      )}
      {step === null && <RefusalNotice error={sign.error ?? compare.error} />}
      <div className="decide">
        <button
          type="button"
          className="button button-danger"
          aria-disabled={!isOnline}
          onClick={() => isOnline && onDecline()}
        >
          {text.decline}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={compare.isPending || !isOnline}
          onClick={tryCompare}
        >
          <CheckIcon />
          {compare.isPending ? text.preparing : text.approve}
        </button>
      </div>
    </>
  )
}
