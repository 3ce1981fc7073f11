import { allEvents } from '#modules/all.events.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { Changes } from '../engine/definition/changes.ts'
import { handlers } from '../engine/definition/projection.ts'
import { requestsTables } from './tables.ts'

type DataOf<T extends WorkspaceEvent['type']> = Extract<WorkspaceEvent, { type: T }>['data']

/** The handlers of names. Part of `projection.ts`. */
export const nameHandlers = handlers(allEvents, requestsTables, {
  ParticipantInvited({ data }, changes) {
    const { participantId, workspaceId, addressHash, name, generation } = data
    const invited = {
      participant_id: participantId,
      address_hash: addressHash,
      ...(name !== undefined && { name }),
    }
    if (generation > 1) return changes.patch('request_names', invited)
    changes.put('request_names', { name: null, ...invited, workspace_id: workspaceId, user_id: null })
  },
  InviteeNamed({ data }, changes) {
    changes.patch('request_names', { participant_id: data.participantId, name: data.name ?? null })
  },
  ParticipantNamed({ data }, changes) {
    changes.patch('request_names', { participant_id: data.participantId, name: data.name ?? null })
  },
})

/** An invitee keeps the proposed name. */
export const joinedWithName = (
  { participantId, workspaceId, userId, addressHash, invitationId }: DataOf<'ParticipantJoined'>,
  changes: Changes<typeof requestsTables>,
): void => {
  const joined = { participant_id: participantId, user_id: userId, address_hash: addressHash }
  if (invitationId !== null) return changes.patch('request_names', joined)
  changes.put('request_names', { ...joined, workspace_id: workspaceId, name: null })
}
