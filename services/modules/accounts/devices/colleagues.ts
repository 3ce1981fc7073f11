import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { sharedWorkspaces } from '#projections/workspaces/queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  memberOfUser,
  workspaceFold,
  type Joined,
} from '#modules/workspaces/workspace.state.ts'

/** Two people of one workspace. */
type Pair = { readonly callerId: string; readonly ownerId: string }
type May = (caller: Joined, owner: Joined) => boolean

/** An active approver or admin may vouch for an active colleague's device. */
export const mayVouch: May = (caller, owner) =>
  caller.active && caller.leaving === null && (caller.approver || caller.role === 'admin') && owner.active

export const mayStop: May = (caller) => isActiveAdmin(caller)

/**
 * Returns a workspace of both people in which the caller may do this. Throws `access.denied`, and `device.not-found` if
 * they share none.
 */
export const requireWorkspace = async (
  { commands, db }: Pick<Platform, 'commands' | 'db'>,
  { callerId, ownerId }: Pair,
  may: May,
): Promise<string> => {
  let areColleagues = false
  for (const workspaceId of await sharedWorkspaces(db, callerId, ownerId)) {
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    const [caller, owner] = [memberOfUser(state, callerId), memberOfUser(state, ownerId)]
    if (!caller || !owner) continue
    if (may(caller, owner)) return workspaceId
    areColleagues = true
  }
  throw new Rejected(areColleagues ? 'access.denied' : 'device.not-found')
}
