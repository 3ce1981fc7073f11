import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#contract/accounts/device-name.ts'
import { registerDevice } from '#contract/accounts/devices.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { deviceTexts } from './device-texts.ts'
import { useCacheDevice } from '../keys/own-devices.ts'
import { asksItself, knowsPasskeys, loadWebAuthn, NoPasskey } from '#shared/sign-in/passkeys.ts'
import { enrolPasskey } from './enrolment/passkeys.ts'

/** Whether this device has an authenticator of its own. */
export const useAsksItself = () =>
  useQuery({
    queryKey: ['asks-itself'],
    queryFn: asksItself,
    networkMode: 'always',
    staleTime: Infinity,
  })

/** Offers a passkey of this device or, if it has no authenticator of its own, a security key. */
export const PasskeyOffer = ({ onDone }: { onDone: () => void }) => {
  const { data: isOfDevice } = useAsksItself()
  if (!knowsPasskeys() || isOfDevice === undefined) return null
  return <Offer isOfDevice={isOfDevice} onDone={onDone} />
}

const Offer = ({ isOfDevice, onDone }: { isOfDevice: boolean; onDone: () => void }) => {
  const text = deviceTexts.use()
  const { title, hint, enrol: start } = isOfDevice ? text.passkey : text.securityKey
  const userId = useUserId()
  const cacheDevice = useCacheDevice()
  useEffect(() => void loadWebAuthn(), [])
  const name = isOfDevice ? deviceName(navigator.userAgent) || text.kinds.passkey : title
  const enrol = useCommandSteps(registerDevice, () => enrolPasskey(userId, name), {
    onSuccess: (device) => {
      cacheDevice(device)
      onDone()
    },
  })
  return (
    <section>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      {enrol.error instanceof NoPasskey ? (
        <p ref={scrollIntoViewRef} className="notice info" role="alert">
          {text.noPasskey}
        </p>
      ) : (
        <ErrorNotice error={enrol.error} />
      )}
      <button
        type="button"
        className="button"
        aria-disabled={enrol.isPending}
        onClick={() => enrol.isPending || enrol.mutate()}
      >
        {enrol.isPending ? text.enrolling : start}
      </button>
    </section>
  )
}
