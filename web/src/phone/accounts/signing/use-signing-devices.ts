import { useState } from 'react'
import { isApiError } from '#shared/api-error.ts'
import { KeyMissing, triesLeft } from './sign.ts'
import { signingDevice, signingDevices, useOwnDevices, waitingDevice } from '../keys/own-devices.ts'

const isLastTry = (error: unknown): boolean =>
  isApiError(error, 'proof.invalid') && triesLeft(error.details) === 0

/** The server answers the same for a removed device and for a wrong signature. */
const mayConcernDevice = (error: unknown): boolean =>
  isApiError(error, 'device.disabled') ||
  isApiError(error, 'device.waiting') ||
  (isApiError(error, 'proof.invalid') && triesLeft(error.details) === null)

/**
 * Returns the devices that can sign here, the best first, and the best one or why there is none; then also the one that
 * waits. Call `onRefused` with each error: a PIN without tries left counts as disabled before the list says so.
 */
export const useSigningDevices = () => {
  const { query, devices: own, hasRemovedDevice, refetchKeys } = useOwnDevices()
  const [blockedId, setBlockedId] = useState<string | null>(null)
  const current = own?.map((device) => (device.id === blockedId ? { ...device, disabled: true } : device))
  const devices = signingDevices(current ?? [])
  const device = current && signingDevice(current, hasRemovedDevice)
  const onRefused = (error: unknown) => {
    if (isLastTry(error)) setBlockedId(devices.find(({ kind }) => kind === 'pin')?.id ?? null)
    if (error instanceof KeyMissing) refetchKeys()
    if (mayConcernDevice(error)) void query.refetch()
  }
  return { query, device, devices, waitingHere: waitingDevice(current ?? []), onRefused }
}
