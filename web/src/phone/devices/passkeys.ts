import { registerDevice, registerDeviceOptions, type Device } from '#contract/devices.ts'
import { call } from '../../shared/api.ts'
import { notePasskey } from './device-keys.ts'

/** The person said no, waited too long, or this device has none: the browser does not say which. */
export class NoPasskey extends Error {}

/** Fetched when it may be needed, so that a press need not wait for it: browsers forget a press soon. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Whether this device can ask for a finger, a face or its own PIN. */
export const hasPasskeys = async (): Promise<boolean> =>
  isSecureContext &&
  'PublicKeyCredential' in window &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)

/** Makes a passkey on this device and enrols it. Throws NoPasskey or ApiError (`login.too-old`). */
export const enrolPasskey = async (userId: string, name: string): Promise<Device> => {
  const { startRegistration } = await loadWebAuthn()
  const offered = await call(registerDeviceOptions, { body: { kind: 'passkey' } })
  if (offered.kind !== 'passkey') throw new TypeError('these are the options of another kind')
  const optionsJSON = offered.options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    throw new NoPasskey(undefined, { cause })
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  const made = { id, rawId, type, clientExtensionResults: {} }
  const device = await call(registerDevice, {
    body: {
      kind: 'passkey',
      name,
      response: { ...made, response: { clientDataJSON, attestationObject, transports } },
    },
  })
  // Without the note it is taken for one from elsewhere, and works.
  await notePasskey(userId, device.id).catch(() => {})
  return device
}
