import { registerDeviceOptions } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { makePasskey } from '#shared/sign-in/passkeys.ts'
import { recordPasskey } from '../../keys/device-keys.ts'
import type { NewKey } from './new-key.ts'

type NewPasskey = {
  readonly userId: string
  readonly name: string
  /** Another device can vouch for it. */
  readonly isFurther: boolean
}

const optionsOf = async (body: { readonly kind: 'passkey'; readonly key?: string }) => {
  const reply = await call(registerDeviceOptions, { body })
  if (reply.kind !== 'passkey') throw new TypeError('the server returned options for another kind of device')
  return reply
}

/** Creates a passkey on this device. Throws NoPasskey or ApiError (`login.too-old`). */
export const createPasskey = async ({ userId, name, isFurther }: NewPasskey): Promise<NewKey> => {
  const { options } = await optionsOf({ kind: 'passkey' })
  const { response, key } = await makePasskey(options)
  const body = { kind: 'passkey', name, response } as const
  return {
    thumbprint: key,
    // Only a key that exists has a thumbprint to vouch for.
    offer: async () => ({
      body,
      vouch: isFurther && key !== null ? (await optionsOf({ kind: 'passkey', key })).vouch : undefined,
    }),
    // Without this record it counts as a passkey from another device, and still works.
    keep: ({ id }) => recordPasskey(userId, id).catch(() => {}),
  }
}
