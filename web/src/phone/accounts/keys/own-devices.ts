import { useQuery, useQueryClient } from '@tanstack/react-query'
import { devices, type Device } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { deviceIdsHere } from './device-keys.ts'

/** Query key for the ids of the devices whose keys are in this browser. */
export const localKeysQueryKey = (userId: string) => ['device-keys-here', userId] as const

export type OwnDevice = Device & { readonly isHere: boolean }

/** A list that was stored by an app of before says nothing about waiting. */
const isUsable = ({ disabled, state }: OwnDevice): boolean => !disabled && state !== 'waiting'

/** The user's devices, newest first. `hasRemovedDevice`: this browser has a key whose device is no longer in the list. */
export const useOwnDevices = () => {
  const userId = useUserId()
  const query = useQuery(endpointQuery(devices))
  const localKeys = useQuery({
    queryKey: localKeysQueryKey(userId),
    queryFn: () => deviceIdsHere(userId),
    networkMode: 'always',
  })
  const withIsHere = (device: Device): OwnDevice => ({
    ...device,
    isHere: localKeys.data?.includes(device.id) ?? false,
  })
  const own =
    query.data && !localKeys.isPending
      ? query.data.map(withIsHere).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      : undefined
  const hasRemovedDevice =
    query.data !== undefined &&
    localKeys.data?.some((key) => query.data.every(({ id }) => id !== key)) === true
  return { query, devices: own, hasRemovedDevice, refetchKeys: () => void localKeys.refetch() }
}

/**
 * Returns the devices that can sign here, the best first: a passkey created in this browser, the PIN of this browser, a
 * passkey from another device, which may be synced or on a security key.
 */
export const signingDevices = (own: readonly OwnDevice[]): readonly OwnDevice[] => {
  const enabled = own.filter(isUsable)
  const pin = enabled.find(({ kind, isHere }) => kind === 'pin' && isHere)
  const passkeys = enabled.filter(({ kind }) => kind === 'passkey')
  const passkey = passkeys.find(({ isHere }) => isHere) ?? passkeys[0]
  return [passkey?.isHere && passkey, pin, !passkey?.isHere && passkey].filter((device) => !!device)
}

/** Returns the newest waiting device that will sign here: of this browser, or a passkey, which may be synced. */
export const waitingDevice = (own: readonly OwnDevice[]): OwnDevice | undefined =>
  own.find(({ state, isHere, kind }) => state === 'waiting' && (isHere || kind === 'passkey'))

/** Returns whether a device was set up in this browser that can sign, now or after it has waited. */
export const isSetUpHere = (own: readonly OwnDevice[]): boolean =>
  own.some(({ isHere, disabled }) => isHere && !disabled)

/** Why nothing can sign here: the devices of this browser were disabled or removed, or none was set up. */
export type NoDevice = 'disabled' | 'removed' | 'none'

/** Returns the best device to sign with, or why there is none. */
export const signingDevice = (own: readonly OwnDevice[], hasRemovedDevice: boolean): OwnDevice | NoDevice => {
  const [best] = signingDevices(own)
  if (best) return best
  if (own.some(({ kind, isHere, disabled }) => kind === 'pin' && isHere && disabled)) return 'disabled'
  return hasRemovedDevice && !waitingDevice(own) ? 'removed' : 'none'
}

/** Adds a newly registered device to the cached lists, so that it can sign before they are read again. The live stream may have been faster. */
export const useCacheDevice = (): ((device: Device) => void) => {
  const client = useQueryClient()
  const userId = useUserId()
  return (device) => {
    client.setQueryData(
      endpointQuery(devices).queryKey,
      (listed) => listed && [...listed.filter(({ id }) => id !== device.id), device],
    )
    client.setQueryData<readonly string[]>(localKeysQueryKey(userId), (ids) => ids && [...ids, device.id])
  }
}
