import type { Group } from '#contract/workspaces/approving/groups.ts'
import type { Change } from '#contract/workspaces/change.ts'
import type { Participant, Workspace } from '#contract/workspaces/workspaces.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand, rowsAfterCommand, type Done } from '#projections/engine/queries/after-command.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { changeIn, toChange, type ChangeRow } from '#projections/workspaces/change-queries.ts'
import { groupIn, toGroup, type GroupRow } from '#projections/workspaces/group-queries.ts'
import {
  participantIn,
  participantsByAddress,
  rowsOfWorkspace,
  workspaceById,
  type WhichParticipant,
} from '#projections/workspaces/queries.ts'
import {
  namedIdsOf,
  namesInRules,
  byAddress,
  comparingLooks,
  countJoined,
  toParticipant,
  toWorkspace,
  withAbsence,
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
            withAbsence(
              all.find(({ id }) => id === row.id)!,
              all,
            ),
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
          const participants = new Map(
            (madeOf('participants') as readonly ParticipantRow[]).map((one) => [one.id, one]),
          )
          const groups = madeOf('groups') as readonly GroupRow[]
          const inRules = namesInRules(row.request_kind)
          const named = {
            workspace: workspace?.name ?? null,
            group: groups.find(({ id }) => 'groupId' in row.act && id === row.act.groupId)?.name ?? null,
            people: [...namedIdsOf(row.act), ...inRules.participants].flatMap(
              (id) => participants.get(id) ?? [],
            ),
            groups: groups.filter(({ id }) => inRules.groups.includes(id)),
            nameOf: (id: string) => participants.get(id)?.name ?? null,
          }
          return toChange(row, named, at)
        },
      },
    )

export const groupReply =
  (platform: Platform, { workspaceId, ...done }: WorkspaceDone, groupId: string) =>
  (behind: boolean): Promise<Group> =>
    afterCommand(
      platform,
      { stream: workspaceStream(workspaceId), ...done },
      {
        behind,
        read: () => groupIn(platform.db, workspaceId, groupId),
        projection: workspacesProjection,
        rowsSoFar: rowsOfWorkspace(workspaceId),
        table: 'groups',
        isIt: ({ id }: GroupRow) => id === groupId,
        shape: (row: GroupRow, _, madeOf) =>
          toGroup(row, madeOf('participants') as readonly ParticipantRow[]),
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
