import type { Knex } from 'knex'
import type { Membership } from '#contract/access.ts'
import { refuseParked } from '../parked.ts'

/** What access is judged by; undefined for strangers, invitees, and everybody once the workspace is closed. */
export const membershipOf = async (
  db: Knex,
  workspaceId: string,
  userId: string,
): Promise<Membership | undefined> => {
  await refuseParked(db, 'workspaces', [workspaceId])
  return db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.workspace_id': workspaceId, 'p.user_id': userId })
    .whereNull('w.closed_at')
    .first('p.role', 'p.active', 'p.approver', 'p.requester')
}
