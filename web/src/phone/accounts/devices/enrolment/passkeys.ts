import { registerDevice, registerDeviceOptions, type Device } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { makePasskey } from '#shared/sign-in/passkeys.ts'
import { recordPasskey } from '../../keys/device-keys.ts'

/** Creates a passkey on this device and registers it. Throws NoPasskey or ApiError (`login.too-old`). */
export const enrolPasskey = async (userId: string, name: string): Promise<Device> => {
  const reply = await call(registerDeviceOptions, { body: { kind: 'passkey' } })
  if (reply.kind !== 'passkey') throw new TypeError('the server returned options for another kind of device')
  const response = await makePasskey(reply.options)
  const device = await call(registerDevice, { body: { kind: 'passkey', name, response } })
  // Without this record it counts as a passkey from another device, and still works.
  await recordPasskey(userId, device.id).catch(() => {})
  return device
}
