import { allEvents } from '#modules/all.events.ts'
import { looksIn } from '#platform/primitives/looks.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The columns of a name. */
export const namedIn = (workspaceId: string, name: string | null | undefined, revision: number) => ({
  name: name ?? null,
  looks: looksIn(workspaceId, name),
  name_revision: revision,
})

/** The handlers of names. Part of `projection.ts`. */
export const nameHandlers = handlers(allEvents, workspacesTables, {
  InviteeNamed({ data: { participantId: id, workspaceId, name }, revision }, changes) {
    changes.patch('participants', { id, ...namedIn(workspaceId, name, revision) })
  },
  ParticipantNamed({ data: { participantId: id, workspaceId, name }, revision }, changes) {
    changes.patch('participants', { id, ...namedIn(workspaceId, name, revision) })
  },
})
