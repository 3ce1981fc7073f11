import { Rejected } from '#contract/errors.ts'
import { deleteAccount } from '#contract/accounts/users.ts'
import type { Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { createDeletions, type Memberships } from './delete-account.ts'
import type { SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'

const MAX_NAMED = 20

type Parts = { readonly sessionTokens: SessionTokens; readonly memberships: Memberships }

export const deletionRoutes = (
  routes: Routes,
  platform: Platform,
  { sessionTokens, memberships }: Parts,
): void => {
  const deletions = createDeletions(platform, memberships)

  /** Names the workspaces, so that people know where to appoint an admin. */
  const lastAdmin = async (workspaceIds: readonly string[], now: Date): Promise<Rejected> => {
    const named = workspaceIds.slice(0, MAX_NAMED).map(async (workspaceId) => {
      const workspace = await workspaceById(platform.db, workspaceId, now)
      return { workspaceId, name: workspace?.name ?? null }
    })
    return new Rejected('participant.last-admin', await Promise.all(named))
  }

  routes.command(deleteAccount, async (call) => {
    const { caller, commandId, now } = call
    const { userId } = caller
    const contextOf = (step: string, role: 'admin' | 'regular user' | null) => ({
      ...call.contextOf({ kind: 'user', userId, role }),
      commandId: derivedId(commandId, step),
    })
    const begun = await deletions.begin({ userId, deletionId: commandId }, contextOf)
    if ('refusedBy' in begun) throw await lastAdmin(begun.refusedBy, now)
    const position = await deletions.resume(begun, contextOf)
    if (position === null) throw await lastAdmin(await deletions.refusedBy(begun), now)
    sessionTokens.clear(call)
    return { position, reply: () => ({}) }
  })
}
