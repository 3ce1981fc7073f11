import type { Knex } from 'knex'
import type { Group } from '#contract/workspaces/approving/groups.ts'
import type { Shown } from '../engine/definition/tables.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import type { ParticipantRow } from './shapes.ts'
import type { workspacesTables } from './tables.ts'

export type GroupRow = Shown<(typeof workspacesTables)['groups']>

/** The group with those of its members who are still there. */
export const toGroup = (
  { id, name, member_ids: memberIds }: Pick<GroupRow, 'id' | 'name' | 'member_ids'>,
  participants: readonly Pick<ParticipantRow, 'id' | 'invite'>[],
): Group => {
  const joined = new Set(participants.flatMap((one) => (one.invite === 'accepted' ? one.id : [])))
  return { id, name, participantIds: memberIds.filter((one) => joined.has(one)) }
}

const COLUMNS = ['id', 'workspace_id', 'name', 'member_ids', 'removed_at'] as const

const groupRows = (db: Knex, workspaceId: string): Promise<GroupRow[]> =>
  db('groups').where({ workspace_id: workspaceId }).whereNull('removed_at').select(COLUMNS)

const membersOf = (db: Knex, groups: readonly GroupRow[]): Promise<Pick<ParticipantRow, 'id' | 'invite'>[]> =>
  db('participants')
    .whereRaw('id = ANY(?::uuid[])', [groups.flatMap(({ member_ids: ids }) => ids)])
    .select('id', 'invite')

/** Returns the groups of a workspace, by name. */
export const groupsOf = async (db: Knex, workspaceId: string): Promise<readonly Group[]> => {
  await refuseDeadLettered(db, 'workspaces', [workspaceId])
  const rows = await groupRows(db, workspaceId)
  const members = await membersOf(db, rows)
  const compare = new Intl.Collator('de').compare
  return rows
    .map((row) => toGroup(row, members))
    .toSorted((a, b) => compare(a.name ?? '', b.name ?? '') || a.id.localeCompare(b.id))
}

/** Returns a group of the workspace. */
export const groupIn = async (db: Knex, workspaceId: string, id: string): Promise<Group | undefined> =>
  (await groupsOf(db, workspaceId)).find((group) => group.id === id)
