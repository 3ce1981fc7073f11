import { Rejected } from '#contract/errors.ts'
import { answerOffer } from '#contract/workspaces/subscription/answer-offer.ts'
import { offerReference, requestOffer } from '#contract/workspaces/subscription/offers.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { workspaceReply } from '#modules/workspaces/workspace-reply.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import {
  OFFERS_BY_ACCOUNT,
  OFFERS_BY_ADDRESS,
  OFFERS_BY_WORKSPACE,
} from '#modules/workspaces/workspaces.rates.ts'

export const offerRoutes = (routes: Routes, platform: Platform): void => {
  const { config, db, throttle } = platform
  const onWorkspace = workspaceCommands(platform)

  routes.command(requestOffer, async (call) => {
    const { caller, commandId, now, params } = call
    const { workspaceId, runTime, usersNumber, ...details } = call.body
    if (workspaceId !== params.id)
      throw new Rejected('input.invalid', [
        { field: 'workspaceId', problem: 'is not the one in the address' },
      ])
    const offerId = derivedId(commandId, 'offer')
    const { userId } = caller
    return onWorkspace(call, {
      command: {
        type: 'RequestOffer',
        offer: {
          ...details,
          offerId,
          userId,
          months: runTime === '12 Monate' ? 12 : 24,
          seats: Number(usersNumber),
        },
        now,
      },
      beforeAppend: runOnce(async () => {
        await throttle.require(OFFERS_BY_ACCOUNT, userId, now)
        await throttle.require(OFFERS_BY_WORKSPACE, workspaceId, now)
        const workspace = await workspaceById(db, workspaceId, now)
        const copyTo = workspace?.billingConfirmed ? workspace.billingUser : null
        if (copyTo) await throttle.require(OFFERS_BY_ADDRESS, addressHash(config.ADDRESS_KEY, copyTo), now)
      }),
      reply: () => () => ({ reference: offerReference(offerId) }),
    })
  })

  routes.command(answerOffer, (call) =>
    onWorkspace(call, {
      command: { type: 'AnswerOffer', ...call.body, answeredBy: call.caller.userId },
      reply: (done) => workspaceReply(platform, done),
    }),
  )
}
