import { useQuery } from '@tanstack/react-query'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '../api/api.ts'

/** How many of a workspace's seats are taken; null where nothing limits them, undefined until that is known. */
export type Seats = ParticipantCounts['seats'] | undefined

export const useSeats = (workspaceId: string): Seats =>
  useQuery(endpointQuery(participantCounts, { params: { id: workspaceId } })).data?.seats

/** Whether nobody else can be invited. */
export const isFull = (seats: Seats): boolean => !!seats && seats.taken >= seats.total
