import { useState } from 'react'
import { isApiError } from '#shared/api-error.ts'
import { KeyMissing, triesLeft } from './sign.ts'
import { signingDevice, signingDevices, useOwnDevices } from '../../accounts/devices/own-devices.ts'

const isLastTry = (error: unknown): boolean =>
  isApiError(error, 'proof.invalid') && triesLeft(error.details) === 0

/** Of a device that was removed the server says no more than of a wrong signature. */
const mayBeOfTheDevice = (error: unknown): boolean =>
  isApiError(error, 'device.disabled') ||
  (isApiError(error, 'proof.invalid') && triesLeft(error.details) === null)

/**
 * What signs here, the best first, or why nothing does, as it is after what was refused here: a PIN whose last try is
 * spent is disabled, whenever the list knows it.
 */
export const useSigningDevices = () => {
  const { listed, known, hasRemovedDevice, refetchKeys } = useOwnDevices()
  const [blockedId, setBlockedId] = useState<string | null>(null)
  const usable = known?.map((device) => (device.id === blockedId ? { ...device, disabled: true } : device))
  const devices = signingDevices(usable ?? [])
  const device = usable && signingDevice(usable, hasRemovedDevice)
  const onRefused = (error: unknown) => {
    if (isLastTry(error)) setBlockedId(devices.find(({ kind }) => kind === 'pin')?.id ?? null)
    if (error instanceof KeyMissing) refetchKeys()
    if (mayBeOfTheDevice(error)) void listed.refetch()
  }
  return { listed, device, devices, onRefused }
}
