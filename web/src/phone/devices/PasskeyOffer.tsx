import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#contract/device-name.ts'
import { registerDevice } from '#contract/devices.ts'
import { isApiError } from '../../shared/api-error.ts'
import { useCommandSteps } from '../../shared/use-command.ts'
import { Fault } from '../frame/Fault.tsx'
import { scrollHere } from '../frame/scroll-here.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { useUserId } from '../session/phone-session.tsx'
import { deviceTexts } from './device-texts.ts'
import { useTakeDevice } from './own-devices.ts'
import { hasPasskeys, loadWebAuthn, NoPasskey } from '../../shared/passkeys.ts'
import { enrolPasskey } from './passkeys.ts'

/** The short way, where the device has it: a finger, a face or its own PIN, and nothing to remember. */
export const PasskeyOffer = ({ onDone }: { onDone: () => void }) => {
  const text = deviceTexts.use()
  const userId = useUserId()
  const take = useTakeDevice()
  const { data: isPossible } = useQuery({
    queryKey: ['has-passkeys'],
    queryFn: hasPasskeys,
    networkMode: 'always',
    staleTime: Infinity,
  })
  useEffect(() => {
    if (isPossible) void loadWebAuthn()
  }, [isPossible])
  const name = deviceName(navigator.userAgent) || text.kinds.passkey
  const enrol = useCommandSteps(registerDevice, () => enrolPasskey(userId, name), {
    onSuccess: (device) => {
      take(device)
      onDone()
    },
  })
  if (!isPossible) return null
  if (isApiError(enrol.error, 'login.too-old')) return <SignInAgain onDone={() => enrol.mutate()} />
  return (
    <section>
      <h2>{text.passkey.title}</h2>
      <p className="hint">{text.passkey.text}</p>
      {enrol.error instanceof NoPasskey ? (
        <p ref={scrollHere} className="notice info" role="alert">
          {text.passkey.none}
        </p>
      ) : (
        <Fault error={enrol.error} />
      )}
      <button
        type="button"
        className="button"
        aria-disabled={enrol.isPending}
        onClick={() => enrol.isPending || enrol.mutate()}
      >
        {enrol.isPending ? text.enrolling : text.passkey.enrol}
      </button>
    </section>
  )
}
