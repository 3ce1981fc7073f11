import { useState } from 'react'
import { isApiError } from '../../shared/api-error.ts'
import { signingDevice, signingDevices, useOwnDevices, type OwnDevice } from '../devices/own-devices.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { useOnline } from '../frame/use-online.ts'
import { Approval } from './Approval.tsx'
import { DeclineStep } from './DeclineStep.tsx'
import { EnrolFirst } from './EnrolFirst.tsx'
import { KeyMissing } from '../signing/sign.ts'
import type { DecisionProps } from './decision-props.ts'
import { decisionTexts } from './decision-texts.ts'
import { triesLeft } from '../signing/tries-left.ts'

const isLastTry = (error: unknown): boolean =>
  isApiError(error, 'proof.invalid') && triesLeft(error.details) === 0

const isPin = ({ kind }: OwnDevice): boolean => kind === 'pin'

/** Approve with a signature, or decline: two buttons that stay in reach, and a sheet for either. */
export const Decision = (props: DecisionProps) => {
  const text = decisionTexts.use()
  const [isDeclining, setDeclining] = useState(false)
  const { listed, known, lookForKeys } = useOwnDevices()
  const online = useOnline()
  const [isRefused, setRefused] = useState(false)
  // whose last try is spent: the list of devices may not know it yet
  const [blockedId, setBlockedId] = useState<string | null>(null)
  const usable = known?.map((device) => (device.id === blockedId ? { ...device, disabled: true } : device))
  const onRefused = (error: unknown) => {
    setRefused(true)
    if (isLastTry(error)) setBlockedId(signingDevices(usable ?? []).find(isPin)?.id ?? null)
    if (isApiError(error, 'request.closed')) props.onClosed()
    if (error instanceof KeyMissing) lookForKeys()
  }

  return (
    <section className="decision" aria-label={text.title}>
      {isDeclining && <DeclineStep {...props} onRefused={onRefused} onBack={() => setDeclining(false)} />}
      <Loaded query={listed}>
        {() => {
          if (!usable) return null
          const device = signingDevice(usable)
          return typeof device === 'object' ? (
            <Approval
              {...props}
              devices={signingDevices(usable)}
              isOnline={online}
              onRefused={onRefused}
              onDecline={() => setDeclining(true)}
            />
          ) : (
            <EnrolFirst
              requestId={props.shown.id}
              why={device}
              takesFocus={isRefused}
              onDecline={() => setDeclining(true)}
            />
          )
        }}
      </Loaded>
    </section>
  )
}
