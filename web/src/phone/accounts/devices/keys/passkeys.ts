import { registerDevice, registerDeviceOptions, type Device } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { makePasskey } from '#shared/sign-in/passkeys.ts'
import { notePasskey } from './device-keys.ts'

/** Makes a passkey on this device and enrols it. Throws NoPasskey or ApiError (`login.too-old`). */
export const enrolPasskey = async (userId: string, name: string): Promise<Device> => {
  const offered = await call(registerDeviceOptions, { body: { kind: 'passkey' } })
  if (offered.kind !== 'passkey') throw new TypeError('these are the options of another kind')
  const response = await makePasskey(offered.options)
  const device = await call(registerDevice, { body: { kind: 'passkey', name, response } })
  // Without the note it is taken for one from elsewhere, and works.
  await notePasskey(userId, device.id).catch(() => {})
  return device
}
