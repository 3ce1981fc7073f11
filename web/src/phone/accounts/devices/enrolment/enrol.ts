import { registerDevice, registerDeviceOptions, type Device } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
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

/**
 * Registers this browser as a PIN device and stores its key. Throws KeyUnavailable or ApiError (`login.too-old`
 * if the session is older than 5 minutes).
 */
export const enrolPinDevice = async ({ userId, name, pin }: NewDevice): Promise<Device> => {
  if (!isSecureContext) throw new KeyUnavailable('insecure')
  const { privateKey, publicKey } = await createDeviceKey()
  // A trial first: a registered device without its key would be useless.
  await storeTrialKey(userId, privateKey).catch(throwNotStored)
  const options = await call(registerDeviceOptions, { body: { kind: 'pin' } })
  if (options.kind !== 'pin') throw new TypeError('the server returned options for another kind of device')
  const { challenge } = options
  const signature = await signChallenge(privateKey, challenge)
  const device = await call(registerDevice, {
    body: { kind: 'pin', name, challenge, publicKey, pin, signature },
  })
  await storeKey(userId, device.id, privateKey).catch(throwNotStored)
  return device
}
