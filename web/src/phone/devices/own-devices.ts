import { useQuery } from '@tanstack/react-query'
import { devices, type Device } from '#contract/devices.ts'
import { endpointQuery } from '../../shared/api.ts'
import { useUserId } from '../session/phone-session.tsx'
import { deviceIdsHere } from './device-keys.ts'

/** Key of the query for the ids of the devices whose keys are in this browser. */
export const keysHereKey = (userId: string) => ['device-keys-here', userId] as const

export type OwnDevice = Device & { readonly isHere: boolean }

/** The user's devices, newest first, each with whether its key is in this browser, and how to look for the keys anew. */
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
  return { listed, known, lookForKeys: () => void here.refetch() }
}

/** The device of this browser that can sign, or why there is none. */
export const signingDevice = (known: readonly OwnDevice[]): OwnDevice | 'disabled' | 'none' => {
  const here = known.filter((device) => device.kind === 'pin' && device.isHere)
  return here.find((device) => !device.disabled) ?? (here.length > 0 ? 'disabled' : 'none')
}
