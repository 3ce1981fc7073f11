import { derivedId } from '#platform/primitives/ids.ts'

/** Names the person of a workspace who is asked, whatever the participant id: a new invitation is no way around. */
export const callAroundOf = (workspaceId: string, userId: string): string =>
  derivedId('call-around', workspaceId, userId)
