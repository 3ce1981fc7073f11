import { allEvents } from '#modules/all.events.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { Changes } from '../../engine/definition/changes.ts'
import { looksIn } from '#platform/primitives/looks.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

type DataOf<T extends WorkspaceEvent['type']> = Extract<WorkspaceEvent, { type: T }>['data']

/** The columns of a name. */
const namedIn = (workspaceId: string, name: string | null | undefined) => ({
  name: name ?? null,
  looks: looksIn(workspaceId, name),
})

/** The handlers of names. Part of `projection.ts`. */
export const nameHandlers = handlers(allEvents, requestsTables, {
  ParticipantInvited({ data }, changes) {
    const { participantId, workspaceId, addressHash, name, generation } = data
    const invited = {
      participant_id: participantId,
      address_hash: addressHash,
      is_current: true,
      ...(name !== undefined && namedIn(workspaceId, name)),
    }
    if (generation > 1) return changes.patch('request_names', invited)
    changes.put('request_names', {
      ...namedIn(workspaceId, null),
      ...invited,
      workspace_id: workspaceId,
      user_id: null,
    })
  },
  InvitationRevoked({ data }, changes) {
    changes.patch('request_names', { participant_id: data.participantId, is_current: false })
  },
  InviteeNamed({ data: { participantId: participant_id, workspaceId, name } }, changes) {
    changes.patch('request_names', { participant_id, ...namedIn(workspaceId, name) })
  },
  ParticipantNamed({ data: { participantId: participant_id, workspaceId, name } }, changes) {
    changes.patch('request_names', { participant_id, ...namedIn(workspaceId, name) })
  },
})

/** An invitee keeps the proposed name. */
export const joinedWithName = (
  { participantId, workspaceId, userId, addressHash, invitationId }: DataOf<'ParticipantJoined'>,
  changes: Changes<typeof requestsTables>,
): void => {
  const joined = { participant_id: participantId, user_id: userId, address_hash: addressHash }
  if (invitationId !== null) return changes.patch('request_names', joined)
  changes.put('request_names', {
    ...joined,
    ...namedIn(workspaceId, null),
    workspace_id: workspaceId,
    is_current: true,
  })
}
