import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { devices } from '#contract/devices.ts'
import { requestDetails } from '#contract/requests.ts'
import { endpointKey } from '../../shared/api.ts'
import { isApiError } from '../../shared/api-error.ts'
import { keysHereKey, signingDevice, useOwnDevices } from '../devices/own-devices.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { useOnline } from '../frame/use-online.ts'
import { Approval } from './Approval.tsx'
import { DeclineStep } from './DeclineStep.tsx'
import { EnrolFirst } from './EnrolFirst.tsx'
import { KeyMissing } from './approve.ts'
import type { DecisionProps } from './decision-props.ts'
import { decisionTexts } from './decision-texts.ts'
import { triesLeft } from './tries-left.ts'

const isLastTry = (error: unknown): boolean =>
  isApiError(error, 'proof.invalid') && triesLeft(error.details) === 0

/** After a refusal the page looks again at what it relied on: the request, the devices, the keys. */
const useRefusal = ({ shown, onClosed }: DecisionProps) => {
  const client = useQueryClient()
  return (error: unknown) => {
    if (isApiError(error, 'request.closed')) onClosed()
    if (isApiError(error)) {
      void client.invalidateQueries({ queryKey: endpointKey(requestDetails, { params: { id: shown.id } }) })
    }
    if (error instanceof KeyMissing || isApiError(error, 'device.disabled') || isLastTry(error)) {
      void client.invalidateQueries({ queryKey: endpointKey(devices) })
      void client.invalidateQueries({ queryKey: keysHereKey })
    }
  }
}

/** Approve with PIN and signature, or decline: two buttons of the same size, apart. */
export const Decision = (props: DecisionProps) => {
  const text = decisionTexts.use()
  const [step, setStep] = useState<'choose' | 'decline'>('choose')
  const { listed, known } = useOwnDevices()
  const online = useOnline()
  const [isRefused, setRefused] = useState(false)
  // the last try is spent: the list of devices may not know it yet
  const [isBlocked, setBlocked] = useState(false)
  const lookAgain = useRefusal(props)
  const onRefused = (error: unknown) => {
    setRefused(true)
    setBlocked(isLastTry(error))
    lookAgain(error)
  }

  if (step === 'decline')
    return <DeclineStep {...props} onRefused={onRefused} onBack={() => setStep('choose')} />
  return (
    <section aria-label={text.title}>
      <Loaded query={listed}>
        {() => {
          if (!known) return null
          const device = isBlocked ? 'disabled' : signingDevice(known)
          return typeof device === 'object' ? (
            <Approval
              {...props}
              deviceId={device.id}
              isOnline={online}
              onRefused={onRefused}
              onDecline={() => setStep('decline')}
            />
          ) : (
            <EnrolFirst
              requestId={props.shown.id}
              why={device}
              takesFocus={isRefused}
              onDecline={() => setStep('decline')}
            />
          )
        }}
      </Loaded>
    </section>
  )
}
