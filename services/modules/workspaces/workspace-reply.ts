import type { Participant, Workspace } from '#contract/workspaces.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand, type Done } from '#projections/engine/queries/after-command.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { participantByAddress, workspaceById } from '#projections/workspaces/queries.ts'
import {
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type WorkspaceRow,
} from '#projections/workspaces/shapes.ts'
import { workspaceStream } from './workspace.events.ts'

/** What a command on that workspace came to. */
export type OfWorkspace = Omit<Done, 'stream'> & { readonly workspaceId: string }

/** The workspace after a command. */
export const workspaceReply =
  (platform: Platform, { workspaceId, ...done }: OfWorkspace) =>
  (behind: boolean): Promise<Workspace> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => workspaceById(platform.db, workspaceId, done.now),
        projection: workspacesProjection,
        table: 'workspaces',
        isIt: ({ id }: WorkspaceRow) => id === workspaceId,
        shape: toWorkspace,
      },
    )

/** The participant with this address after a command. */
export const participantReply =
  (platform: Platform, { workspaceId, ...done }: OfWorkspace, addressHash: string) =>
  (behind: boolean): Promise<Participant> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => participantByAddress(platform.db, { workspaceId, addressHash }, done.now),
        projection: workspacesProjection,
        table: 'participants',
        isIt: (row: ParticipantRow) => row.address_hash === addressHash,
        shape: toParticipant,
      },
    )
