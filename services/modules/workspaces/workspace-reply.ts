import type { Participant, Workspace } from '#contract/workspaces/workspaces.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand, rowsAfterCommand, type Done } from '#projections/engine/queries/after-command.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import {
  participantIn,
  participantsByAddress,
  workspaceById,
  type WhichParticipant,
} from '#projections/workspaces/queries.ts'
import {
  byAddress,
  countJoined,
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type PeriodRow,
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
        shape: (row: WorkspaceRow, at, rowsOf) => {
          const periods = rowsOf('periods') as readonly PeriodRow[]
          const participants = rowsOf('participants') as readonly ParticipantRow[]
          return toWorkspace({ ...row, periods, participant_count: countJoined(participants) }, at)
        },
      },
    )

/** That participant after a command. */
export const participantReply =
  (platform: Platform, { workspaceId, ...done }: OfWorkspace, which: WhichParticipant) =>
  (behind: boolean): Promise<Participant> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => participantIn(platform.db, workspaceId, which, done.now),
        projection: workspacesProjection,
        table: 'participants',
        isIt: (row: ParticipantRow) =>
          'id' in which ? row.id === which.id : row.address_hash === which.address_hash,
        shape: toParticipant,
      },
    )

/** Those with these addresses after a command, by the hash of it. */
export const participantsReply =
  (platform: Platform, { workspaceId, ...done }: OfWorkspace, hashes: readonly string[]) =>
  (behind: boolean): Promise<ReadonlyMap<string, Participant>> =>
    rowsAfterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => participantsByAddress(platform.db, workspaceId, hashes, done.now),
        projection: workspacesProjection,
        table: 'participants',
        shape: byAddress,
      },
    )
