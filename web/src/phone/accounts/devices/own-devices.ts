import { useQuery, useQueryClient } from '@tanstack/react-query'
import { devices, type Device } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { deviceIdsHere } from './keys/device-keys.ts'

/** Key of the query for the ids of the devices whose keys are in this browser. */
export const keysHereKey = (userId: string) => ['device-keys-here', userId] as const

export type OwnDevice = Device & { readonly isHere: boolean }

/** The user's devices, newest first, each with whether its key is in this browser; whether one of this browser is among them no more; how to look for the keys anew. */
export const useOwnDevices = () => {
  const userId = useUserId()
  const listed = useQuery(endpointQuery(devices))
  const here = useQuery({
    queryKey: keysHereKey(userId),
    queryFn: () => deviceIdsHere(userId),
    networkMode: 'always',
  })
  const mark = (device: Device): OwnDevice => ({ ...device, isHere: here.data?.includes(device.id) ?? false })
  const known =
    listed.data && !here.isPending
      ? listed.data.map(mark).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      : undefined
  const hasRemovedDevice =
    listed.data !== undefined && here.data?.some((own) => listed.data.every(({ id }) => id !== own)) === true
  return { listed, known, hasRemovedDevice, refetchKeys: () => void here.refetch() }
}

/**
 * What can sign here, the best first: a passkey that was made here, the PIN whose key is here, a passkey from elsewhere,
 * which may have come along or be on a key at hand.
 */
export const signingDevices = (known: readonly OwnDevice[]): readonly OwnDevice[] => {
  const enabled = known.filter(({ disabled }) => !disabled)
  const pin = enabled.find(({ kind, isHere }) => kind === 'pin' && isHere)
  const passkeys = enabled.filter(({ kind }) => kind === 'passkey')
  const passkey = passkeys.find(({ isHere }) => isHere) ?? passkeys[0]
  return [passkey?.isHere && passkey, pin, !passkey?.isHere && passkey].filter((device) => !!device)
}

/** Whether something was set up in this browser that signs. */
export const signsHere = (known: readonly OwnDevice[]): boolean =>
  signingDevices(known).some(({ isHere }) => isHere)

/** Why nothing signs here: all that did was disabled, or removed from the account; or there never was anything. */
export type NoDevice = 'disabled' | 'removed' | 'none'

/** The best of them, or why there is none. */
export const signingDevice = (
  known: readonly OwnDevice[],
  hasRemovedDevice: boolean,
): OwnDevice | NoDevice => {
  const [best] = signingDevices(known)
  if (best) return best
  if (known.some(({ kind, isHere }) => kind === 'pin' && isHere)) return 'disabled'
  return hasRemovedDevice ? 'removed' : 'none'
}

/** Takes over a device that was enrolled here just now: it can sign from now on, whenever the lists know it. */
export const useCacheDevice = (): ((device: Device) => void) => {
  const client = useQueryClient()
  const userId = useUserId()
  return (device) => {
    client.setQueryData(endpointQuery(devices).queryKey, (listed) => listed && [...listed, device])
    client.setQueryData<readonly string[]>(keysHereKey(userId), (here) => here && [...here, device.id])
  }
}
