import { Rejected } from '#contract/errors.ts'
import { deleteAccount } from '#contract/accounts/users.ts'
import type { Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { createDeletions, type Departures } from './delete-account.ts'
import type { SessionAnswers } from '#modules/accounts/sessions/session-answers.ts'

/** So many are named at most. */
const REFUSING = 20

type Parts = { readonly answers: SessionAnswers; readonly departures: Departures }

export const deletionRoutes = (routes: Routes, platform: Platform, { answers, departures }: Parts): void => {
  const deletions = createDeletions(platform, departures)

  /** With the workspaces by name, so that people know where to go. */
  const refused = async (workspaceIds: readonly string[], now: Date): Promise<Rejected> => {
    const named = workspaceIds.slice(0, REFUSING).map(async (workspaceId) => {
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
    if ('refusing' in begun) throw await refused(begun.refusing, now)
    const position = await deletions.goOn(begun, contextOf)
    if (position === null) throw await refused(await deletions.refusing(begun), now)
    answers.leave(call)
    return { position, reply: () => ({}) }
  })
}
