import { Rejected } from '#contract/errors.ts'
import { lockedPairs, unlockPair } from '#contract/requests/pairs.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { lockedPairsIn } from '#projections/requests/pair-queries.ts'
import { adminsIn } from '#modules/requests/notices/alerts.ts'
import { pairDecider } from '#modules/requests/pairs/pair.decider.ts'
import { pairStream } from '#modules/requests/pairs/pair.events.ts'
import { createPairs, pairOf } from '#modules/requests/pairs/pairs.ts'
import { joined } from '#modules/workspaces/workspace.state.ts'
import { workspaceAccess } from './participants.ts'

export const pairRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, db } = platform
  const { emailOf } = createPairs(platform)

  routes.query(lockedPairs, ({ params }) => lockedPairsIn(db, params.workspaceId))

  routes.command(unlockPair, async (call) => {
    const { body, now, params } = call
    const { workspaceId } = params
    const access = await workspaceAccess(platform, workspaceId, call)
    const { workspace } = await access.admit()
    const userOf = (id: string): string => {
      const found = joined(workspace).find(({ participantId }) => participantId === id)
      if (!found) throw new Rejected('participant.not-found')
      return found.userId
    }
    const two = [userOf(body.requesterId), userOf(body.approverId)] as const
    const { position } = await commands.execute({
      decider: pairDecider,
      stream: pairStream(pairOf(workspaceId, two)),
      workspaceId,
      context: access.context,
      command: async ({ locked }) => {
        const { workspace: current, revision, member } = await access.admit()
        const [requester, approver] = locked ? [locked.requesterUserId, locked.approverUserId] : two
        return {
          type: 'Unlock' as const,
          participantId: member.participantId,
          userId: member.userId,
          requesterEmail: await emailOf(requester),
          approverEmail: await emailOf(approver),
          admins: adminsIn(current),
          workspaceRevision: revision,
          at: now,
        }
      },
    })
    return { position, reply: () => ({}) }
  })
}
