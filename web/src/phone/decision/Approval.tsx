import { useState } from 'react'
import { approveRequest, requestChallenge } from '#contract/requests.ts'
import { useCommandSteps } from '../../shared/use-command.ts'
import { CheckIcon } from '../../shared/icons.tsx'
import { useUserId } from '../session/phone-session.tsx'
import type { DecisionProps } from './decision-props.ts'
import { PinStep } from './PinStep.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { approve, compareContent, ContentDiffers, type Compared } from './approve.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  readonly deviceId: string
  readonly isOnline: boolean
  readonly onRefused: (error: unknown) => void
  readonly onDecline: () => void
}

/** First compares what would be signed, then asks for the PIN, then signs. Done is only what the server confirmed. */
export const Approval = ({
  shown,
  approverId,
  deviceId,
  isOnline,
  onDecided,
  onRefused,
  onDecline,
}: Props) => {
  const text = decisionTexts.use()
  const userId = useUserId()
  const [isPinStep, setPinStep] = useState(false)
  const [compared, setCompared] = useState<Compared | null>(null)
  const compare = useCommandSteps(requestChallenge, () => compareContent(shown, approverId), {
    onSuccess: (found) => {
      setCompared(found)
      setPinStep(true)
    },
    onError: onRefused,
  })
  const signAndSend = (pin: string) => approve({ shown, approverId, userId, deviceId, pin, compared })
  const sign = useCommandSteps(approveRequest, signAndSend, {
    onSuccess: onDecided,
    onError: (error) => {
      setCompared(null)
      if (error instanceof ContentDiffers) setPinStep(false)
      onRefused(error)
    },
    // the PIN is forgotten with the try
    gcTime: 0,
  })
  const giveUp = () => {
    setPinStep(false)
    sign.reset()
  }

  const tryCompare = () => {
    sign.reset()
    if (!compare.isPending && isOnline) compare.mutate()
  }
  return (
    <>
      {isPinStep ? (
        <PinStep
          shown={shown}
          isSigning={sign.isPending}
          isOnline={isOnline}
          error={sign.error}
          onPin={sign.mutate}
          onBack={giveUp}
        />
      ) : (
        <RefusalNotice error={sign.error ?? compare.error} />
      )}
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
