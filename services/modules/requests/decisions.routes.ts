import { approveRequest, declineRequest, requestChallenge, withdrawRequest } from '#contract/requests.ts'
import type { Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { checkProof, type Signers } from './evidence.ts'
import { closeWithoutRequester, requesterIsThere } from './departure.ts'
import { prepareApproval } from './proof.ts'
import { isOpen, refuseClosed, refuseWithoutRequester } from './request.decider.ts'
import { requestCommands } from './request-commands.ts'

export const decisionRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const challenges = createChallenges(platform.db, 'approval')
  const { look, onRequest } = requestCommands(platform)

  routes.command(requestChallenge, async (call) => {
    const { state, workspace, by, created } = await look(call)
    const { participantId, userId, at: now } = by
    refuseClosed(state, now)
    if (!requesterIsThere(workspace, state)) {
      await closeWithoutRequester(platform, state, now)
      refuseWithoutRequester()
    }
    const prepared = await prepareApproval(await created(), participantId, randomToken())
    const { challenge, canonical } = prepared
    const expiresAt = await challenges.issue({ challenge, userId, canonical, now })
    return {
      position: null,
      reply: async () => ({
        ...prepared,
        expiresAt: expiresAt.toISOString(),
        passkey: await signers.passkeys.requestOptions(userId, challenge),
      }),
    }
  })

  routes.command(approveRequest, (call) =>
    onRequest(call, async ({ state, workspace, by, created }) => {
      const isThere = requesterIsThere(workspace, state)
      const evidence =
        isThere && isOpen(state, call.now)
          ? await checkProof({ ...platform, ...signers, challenges }, call, { created: await created(), by })
          : null
      return { type: 'Approve', ...by, requesterIsThere: isThere, evidence }
    }),
  )

  routes.command(declineRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Decline', ...by })))

  routes.command(withdrawRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Withdraw', ...by })))
}
