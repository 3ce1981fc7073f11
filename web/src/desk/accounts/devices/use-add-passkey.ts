import { useState } from 'react'
import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import {
  registerDevice,
  registerDeviceOptions,
  type Device,
  type Registration,
} from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import { makePasskey, signWithPasskey } from '#shared/sign-in/passkeys.ts'

const optionsOf = async (body: { readonly kind: 'passkey'; readonly key?: string }) => {
  const offered = await call(registerDeviceOptions, { body })
  if (offered.kind !== 'passkey') throw new TypeError('these are the options of another kind')
  return offered
}

/** A passkey that is not registered yet, and what to ask a passkey of before that vouches for it. */
type Made = { readonly body: Registration; readonly challenge: string; readonly ask: RequestOptions }

/**
 * Registers a new passkey. A further one is `made` first: a passkey of before confirms it, or it waits. Browsers open one
 * prompt for each press, so these are two steps.
 */
export const useAddPasskey = (
  name: string,
  { isFurther, onDone }: { readonly isFurther: boolean; readonly onDone: (device: Device) => void },
) => {
  const [made, setMade] = useState<Made | null>(null)
  const done = (device: Device | null) => {
    if (!device) return
    setMade(null)
    onDone(device)
  }
  const add = useCommandSteps(
    registerDevice,
    async (): Promise<Device | null> => {
      const { options } = await optionsOf({ kind: 'passkey' })
      const { response, key } = await makePasskey(options)
      const body = { kind: 'passkey', name, response } as const
      const vouch = isFurther && key !== null ? (await optionsOf({ kind: 'passkey', key })).vouch : undefined
      if (!vouch?.passkey) return call(registerDevice, { body })
      setMade({ body, challenge: vouch.challenge, ask: vouch.passkey })
      return null
    },
    { onSuccess: done },
  )
  const confirm = useCommandSteps(
    registerDevice,
    async (how: 'confirmed' | 'waits'): Promise<Device> => {
      const { body, challenge, ask } = made!
      if (how === 'waits') return call(registerDevice, { body })
      const vouch = { challenge, assertion: await signWithPasskey(ask) }
      return call(registerDevice, { body: { ...body, vouch } })
    },
    { onSuccess: done },
  )
  return { made, add, confirm, giveUp: () => setMade(null) }
}
