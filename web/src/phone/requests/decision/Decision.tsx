import { useState, type ReactNode } from 'react'
import { isApiError } from '#shared/api-error.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { Approval, type Check } from './Approval.tsx'
import { DeclineStep } from './DeclineStep.tsx'
import { EnrolFirst } from './EnrolFirst.tsx'
import { useSigningDevices } from '../../accounts/signing/use-signing-devices.ts'
import type { DecisionProps } from './decision-props.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  readonly check?: Check
  /** Stays in view above the buttons, such as a keypad. */
  readonly children?: ReactNode
}

/** The buttons that approve with a signature or decline, with a sheet for each. */
export const Decision = ({ check, children, ...props }: Props) => {
  const text = decisionTexts.use()
  const [isDeclining, setDeclining] = useState(location.hash === '#decline')
  const { query, device, devices, waitingHere, onRefused: updateDevices } = useSigningDevices()
  const isOnline = useOnline()
  const [couldSign, setCouldSign] = useState(false)
  if (typeof device === 'object' && !couldSign) setCouldSign(true)
  const onRefused = (error: unknown) => {
    updateDevices(error)
    if (isApiError(error, 'request.closed')) props.onClosed()
    check?.onRefused(error)
  }

  return (
    <section className="decision" aria-label={text.title}>
      {isDeclining && <DeclineStep {...props} onRefused={onRefused} onBack={() => setDeclining(false)} />}
      {!(check?.noes && typeof device === 'string') && children}
      <QueryView query={query}>
        {() => {
          if (!device) return null
          return typeof device === 'object' ? (
            <Approval
              {...props}
              check={check}
              devices={devices}
              isOnline={isOnline}
              onRefused={onRefused}
              onDecline={() => setDeclining(true)}
            />
          ) : (
            <EnrolFirst
              next={`/requests/${props.shown.id}`}
              why={device}
              waiting={waitingHere}
              takesFocus={couldSign}
              noes={check?.noes}
              isDeputy={props.shown.standsInFor !== undefined}
              onDecline={() => setDeclining(true)}
            />
          )
        }}
      </QueryView>
    </section>
  )
}
