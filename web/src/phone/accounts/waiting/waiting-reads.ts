import { useQuery } from '@tanstack/react-query'
import { waitingDevices } from '#contract/accounts/waiting-devices.ts'
import { endpointQuery } from '#shared/api/api.ts'

/** The waiting devices of colleagues for whom the user may vouch, or whose device they may stop. */
export const useWaitingDevices = () =>
  useQuery({ ...endpointQuery(waitingDevices), staleTime: 0, refetchOnWindowFocus: 'always' })
