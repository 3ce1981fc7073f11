import { useQueries, useQuery } from '@tanstack/react-query'
import { participantDevices, workspaceParticipants } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '#shared/api/api.ts'

/** Among more admins than these, two with a device are assumed. The server counts them all. */
const MOST = 10

/** How many active admins can sign, and the addresses of those who cannot. */
export type SigningAdmins = { readonly able: number; readonly without: readonly string[] }

/** Counts the active admins with a device that can sign. Undefined while that is unknown. */
export const useSigningAdmins = (workspaceId: string, isEnabled: boolean): SigningAdmins | undefined => {
  const params = { id: workspaceId }
  const { data: listed } = useQuery({
    ...endpointQuery(workspaceParticipants, {
      params,
      query: { role: 'admin', active: true, invite: 'accepted', limit: MOST },
    }),
    enabled: isEnabled,
  })
  const admins = listed?.map(({ participant }) => participant) ?? []
  const devices = useQueries({
    queries: admins.map(({ id }) =>
      endpointQuery(participantDevices, { params, query: { participantId: id } }),
    ),
  })
  if (!listed || devices.some(({ data }) => !data)) return undefined
  const isAble = (at: number) => devices[at]!.data!.some(({ state }) => state === 'usable')
  const able = admins.filter((_, at) => isAble(at)).length
  if (admins.length === MOST) return { able: MOST, without: [] }
  return { able, without: admins.flatMap(({ email }, at) => (isAble(at) || !email ? [] : [email])) }
}
