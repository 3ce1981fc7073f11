import { useState } from 'react'
import { isApiError } from '../../shared/api-error.ts'
import { KeyMissing } from './sign.ts'
import { triesLeft } from './tries-left.ts'
import { signingDevices, useOwnDevices } from '../devices/own-devices.ts'

const isLastTry = (error: unknown): boolean =>
  isApiError(error, 'proof.invalid') && triesLeft(error.details) === 0

/** The user's devices as they are after what was refused here: a PIN whose last try is spent is disabled, whenever the list knows it. */
export const useSigningDevices = () => {
  const { listed, known, lookForKeys } = useOwnDevices()
  const [blockedId, setBlockedId] = useState<string | null>(null)
  const usable = known?.map((device) => (device.id === blockedId ? { ...device, disabled: true } : device))
  const devices = signingDevices(usable ?? [])
  const onRefused = (error: unknown) => {
    if (isLastTry(error)) setBlockedId(devices.find(({ kind }) => kind === 'pin')?.id ?? null)
    if (error instanceof KeyMissing) lookForKeys()
  }
  return { listed, usable, devices, onRefused }
}
