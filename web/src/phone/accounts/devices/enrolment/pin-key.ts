import { registerDeviceOptions } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { thumbprintOf } from '#shared/sign-in/thumbprint.ts'
import type { NewKey } from './new-key.ts'
import { createDeviceKey, storeKey, signChallenge, storeTrialKey } from '../../keys/device-keys.ts'

/** The browser cannot create or store a key. Thrown before the device is registered. */
export class KeyUnavailable extends Error {
  readonly reason: 'insecure' | 'notStored'
  constructor(reason: 'insecure' | 'notStored', cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const throwNotStored = (cause: unknown): never => {
  throw new KeyUnavailable('notStored', cause)
}

type NewDevice = { readonly userId: string; readonly name: string; readonly pin: string }

/** Creates the key of a PIN device in this browser. Throws KeyUnavailable, and `offer` ApiError (`login.too-old`). */
export const createPinKey = async ({ userId, name, pin }: NewDevice): Promise<NewKey> => {
  if (!isSecureContext) throw new KeyUnavailable('insecure')
  const { privateKey, publicKey } = await createDeviceKey()
  // A trial first: a registered device without its key would be useless.
  await storeTrialKey(userId, privateKey).catch(throwNotStored)
  return {
    thumbprint: await thumbprintOf(publicKey),
    offer: async () => {
      const options = await call(registerDeviceOptions, { body: { kind: 'pin', publicKey } })
      if (options.kind !== 'pin')
        throw new TypeError('the server returned options for another kind of device')
      const { challenge, vouch } = options
      const signature = await signChallenge(privateKey, challenge)
      return { body: { kind: 'pin', name, challenge, publicKey, pin, signature }, vouch }
    },
    keep: ({ id }) => storeKey(userId, id, privateKey).catch(throwNotStored),
  }
}
