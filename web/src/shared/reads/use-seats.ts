import { useQuery } from '@tanstack/react-query'
import { participantCounts, type ParticipantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '../api/api.ts'

/** The taken seats of a workspace. Null without a limit, undefined during loading. */
export type Seats = ParticipantCounts['seats'] | undefined

export const useSeats = (workspaceId: string): Seats =>
  useQuery(endpointQuery(participantCounts, { params: { id: workspaceId } })).data?.seats

/** Whether all seats are taken. */
export const isFull = (seats: Seats): boolean => !!seats && seats.taken >= seats.total
