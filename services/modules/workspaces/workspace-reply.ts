import type { Change } from '#contract/workspaces/change.ts'
import type { Participant, Workspace } from '#contract/workspaces/workspaces.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand, rowsAfterCommand, type Done } from '#projections/engine/queries/after-command.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { changeIn, toChange, type ChangeRow } from '#projections/workspaces/change-queries.ts'
import {
  participantIn,
  participantsByAddress,
  rowsOfWorkspace,
  workspaceById,
  type WhichParticipant,
} from '#projections/workspaces/queries.ts'
import {
  byAddress,
  comparingLooks,
  countJoined,
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type PeriodRow,
  type WorkspaceRow,
} from '#projections/workspaces/shapes.ts'
import { workspaceStream } from './workspace.events.ts'

export type WorkspaceDone = Omit<Done, 'stream'> & { readonly workspaceId: string }

export const workspaceReply =
  (platform: Platform, { workspaceId, ...done }: WorkspaceDone) =>
  (behind: boolean): Promise<Workspace> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => workspaceById(platform.db, workspaceId, done.now),
        projection: workspacesProjection,
        rowsSoFar: rowsOfWorkspace(workspaceId),
        table: 'workspaces',
        isIt: ({ id }: WorkspaceRow) => id === workspaceId,
        shape: (row: WorkspaceRow, at, madeOf) => {
          const periods = madeOf('periods') as readonly PeriodRow[]
          const participants = madeOf('participants') as readonly ParticipantRow[]
          return toWorkspace({ ...row, periods, participant_count: countJoined(participants) }, at)
        },
      },
    )

export const participantReply =
  (platform: Platform, { workspaceId, ...done }: WorkspaceDone, which: WhichParticipant) =>
  (behind: boolean): Promise<Participant> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => participantIn(platform.db, workspaceId, which, done.now),
        projection: workspacesProjection,
        rowsSoFar: rowsOfWorkspace(workspaceId),
        table: 'participants',
        isIt: (row: ParticipantRow) =>
          'id' in which ? row.id === which.id : row.address_hash === which.address_hash,
        shape: (row: ParticipantRow, at, madeOf) => {
          const all = comparingLooks(madeOf('participants') as readonly ParticipantRow[])
          return toParticipant(
            all.find(({ id }) => id === row.id)!,
            at,
          )
        },
      },
    )

export const changeReply =
  (platform: Platform, { workspaceId, ...done }: WorkspaceDone, changeId: string) =>
  (behind: boolean): Promise<Change> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => changeIn(platform.db, workspaceId, changeId, done.now),
        projection: workspacesProjection,
        rowsSoFar: rowsOfWorkspace(workspaceId),
        table: 'changes',
        isIt: ({ id }: ChangeRow) => id === changeId,
        shape: (row: ChangeRow, at, madeOf) => {
          const [workspace] = madeOf('workspaces') as readonly WorkspaceRow[]
          const names = new Map(
            (madeOf('participants') as readonly ParticipantRow[]).map(({ id, name }) => [id, name]),
          )
          return toChange(
            row,
            { workspace: workspace?.name ?? null, nameOf: (id) => names.get(id) ?? null },
            at,
          )
        },
      },
    )

/** Reads the participants with these address hashes after a command, by hash. */
export const participantsReply =
  (platform: Platform, { workspaceId, ...done }: WorkspaceDone, hashes: readonly string[]) =>
  (behind: boolean): Promise<ReadonlyMap<string, Participant>> =>
    rowsAfterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => participantsByAddress(platform.db, workspaceId, hashes, done.now),
        projection: workspacesProjection,
        rowsSoFar: rowsOfWorkspace(workspaceId),
        table: 'participants',
        shape: (rows: readonly ParticipantRow[], at) => byAddress(comparingLooks(rows), at),
      },
    )
