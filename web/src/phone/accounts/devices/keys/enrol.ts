import { registerDevice, registerDeviceOptions, type Device } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { createDeviceKey, keepKey, signChallenge, tryToKeepKey } from './device-keys.ts'

/** The browser cannot make or keep a key; said before the server hears of the device. */
export class KeyUnavailable extends Error {
  readonly reason: 'insecure' | 'notKept'
  constructor(reason: 'insecure' | 'notKept', cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const unusable = (cause: unknown): never => {
  throw new KeyUnavailable('notKept', cause)
}

type Wish = { readonly userId: string; readonly name: string; readonly pin: string }

/**
 * Enrols this browser as a PIN device and keeps its key. Throws KeyUnavailable or ApiError (`login.too-old`
 * when the session is older than 5 minutes).
 */
export const enrolPinDevice = async ({ userId, name, pin }: Wish): Promise<Device> => {
  if (!isSecureContext) throw new KeyUnavailable('insecure')
  const { privateKey, publicKey } = await createDeviceKey()
  // a trial first: a device whose key is lost would be of no use to anybody
  await tryToKeepKey(userId, privateKey).catch(unusable)
  const options = await call(registerDeviceOptions, { body: { kind: 'pin' } })
  if (options.kind !== 'pin') throw new TypeError('these are the options of another kind')
  const { challenge } = options
  const signature = await signChallenge(privateKey, challenge)
  const device = await call(registerDevice, {
    body: { kind: 'pin', name, challenge, publicKey, pin, signature },
  })
  await keepKey(userId, device.id, privateKey).catch(unusable)
  return device
}
