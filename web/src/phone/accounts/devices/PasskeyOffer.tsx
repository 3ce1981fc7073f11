import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#contract/accounts/device-name.ts'
import type { Device } from '#contract/accounts/devices.ts'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { deviceTexts } from './device-texts.ts'
import { RefusalNotice } from '../signing/RefusalNotice.tsx'
import { asksItself, knowsPasskeys, loadWebAuthn, NoPasskey } from '#shared/sign-in/passkeys.ts'
import { createPasskey } from './enrolment/passkey.ts'
import { useEnrolment } from './enrolment/use-enrolment.ts'
import { VouchSheet } from './enrolment/VouchSheet.tsx'

/** Whether this device has an authenticator of its own. */
export const useAsksItself = () =>
  useQuery({
    queryKey: ['asks-itself'],
    queryFn: asksItself,
    networkMode: 'always',
    staleTime: Infinity,
  })

/** Offers a passkey of this device or, if it has no authenticator of its own, a security key. */
type Props = { readonly onDone: (device: Device) => void }

export const PasskeyOffer = ({ onDone }: Props) => {
  const { data: isOfDevice } = useAsksItself()
  if (!knowsPasskeys() || isOfDevice === undefined) return null
  return <Offer isOfDevice={isOfDevice} onDone={onDone} />
}

const Offer = ({ isOfDevice, onDone }: Props & { readonly isOfDevice: boolean }) => {
  const text = deviceTexts.use()
  const { title, hint, enrol: start } = isOfDevice ? text.passkey : text.securityKey
  const userId = useUserId()
  useEffect(() => void loadWebAuthn(), [])
  const name = isOfDevice ? deviceName(navigator.userAgent) || text.kinds.passkey : title
  const enrolment = useEnrolment({
    name,
    create: ({ isFurther }) => createPasskey({ userId, name, isFurther }),
    onDone,
  })
  const { error, isPending, begin } = enrolment
  return (
    <section>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      <VouchSheet enrolment={enrolment} />
      {error instanceof NoPasskey ? (
        <p ref={scrollIntoViewRef} className="notice info" role="alert">
          {text.noPasskey}
        </p>
      ) : (
        <RefusalNotice error={error} />
      )}
      <button type="button" className="button" aria-disabled={isPending} onClick={() => isPending || begin()}>
        {isPending ? text.enrolling : start}
      </button>
    </section>
  )
}
