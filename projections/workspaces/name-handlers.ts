import { allEvents } from '#modules/all.events.ts'
import { looksOf } from '#platform/primitives/looks.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The columns of a name. Looks are found by an index over all workspaces, so each names its own. */
export const namedIn = (workspaceId: string, name: string | null | undefined, revision: number) => ({
  name: name ?? null,
  looks: name ? looksOf(name).map((look) => `${workspaceId} ${look}`) : null,
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
