import {
  breakGlass,
  confirmGlass,
  confirmGlassChallenge,
  glassChallenge,
} from '#contract/requests/glass/glass.ts'
import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { Rejected } from '#contract/errors.ts'
import type { Call, CallOn, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { checkProof, refusalOf, type ProofCheck, type Signers } from '#modules/requests/proof/evidence.ts'
import {
  isApprovalOf,
  prepareApproval,
  type Approval,
  type SignedGlass,
} from '#modules/requests/proof/proof.ts'
import { approvalOf, requestCommands, type LoadedRequest } from '#modules/requests/request-commands.ts'
import { requireBreakable, requireConfirmable, type ConfirmGlass } from './glass.decider.ts'
import { createStandings, mayConfirm } from './standing.ts'

/** The content of an approval that says that the glass is broken, or that this is confirmed. */
const contentOf = async (
  request: LoadedRequest,
  glassOf: (salt: string) => Promise<SignedGlass> | SignedGlass,
): Promise<Approval> => {
  const approval = await approvalOf(request)
  const { salt } = approval.created.data
  if (salt === null) throw new Rejected('request.not-found')
  return { ...approval, onBehalfOf: null, glass: await glassOf(salt) }
}

const breakingOf = (request: LoadedRequest, reason: string): Promise<Approval> =>
  contentOf(request, async (salt) => ({ kind: 'break-glass', reasonHash: await reasonHash(reason, salt) }))

/** Emergency approvals of admins, and their confirmations. */
export const glassRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const challenges = createChallenges(platform, 'break-glass')
  const { load, onRequest } = requestCommands(platform)
  const standingOf = createStandings(platform)

  const issue = async (approval: Approval, { by: { userId, at: now } }: LoadedRequest) => {
    const prepared = await prepareApproval(approval, randomToken())
    const { challenge, canonical } = prepared
    const issued = await signers.issue(challenges, { challenge, userId, canonical, now })
    return { position: null, reply: () => ({ ...prepared, ...issued }) }
  }

  const check = (
    { body: { proof }, commandId, now }: Pick<Call<typeof confirmGlass>, 'body' | 'commandId' | 'now'>,
    { by }: LoadedRequest,
    approval: Approval,
  ) => {
    const refusal: ProofCheck['refusal'] = (failed) => refusalOf(by, failed)
    const matches: ProofCheck['matches'] = (issued) => isApprovalOf(approval, issued)
    return checkProof({ signers, challenges }, { proof, userId: by.userId, commandId, now, matches, refusal })
  }

  routes.command(glassChallenge, async (call) => {
    const request = await load(call)
    requireBreakable(request.state, await standingOf(request), request.by)
    return issue(await breakingOf(request, call.body.reason), request)
  })

  routes.command(breakGlass, (call) =>
    onRequest(call, async (request) => {
      const { state, by } = request
      const { reason } = call.body
      const standing = await standingOf(request)
      const approval = await breakingOf(request, reason)
      const command = {
        type: 'BreakGlass' as const,
        ...by,
        standing,
        reason,
        reasonHash: approval.glass!.reasonHash,
        evidence: null,
      }
      if (state.glass?.userId === by.userId) return command
      requireBreakable(state, standing, by)
      return { ...command, evidence: await check(call, request, approval) }
    }),
  )

  /** What the second person signs. Throws unless they may. */
  const confirming = async (request: LoadedRequest) => {
    const by = { ...request.by, mayConfirm: mayConfirm(request) }
    const { reasonHash: hash, participantId: brokenBy } = requireConfirmable(request.state, by)
    return contentOf(request, () => ({ kind: 'glass-confirmation', reasonHash: hash, brokenBy }))
  }

  routes.command(confirmGlassChallenge, async (call: CallOn) => {
    const request = await load(call)
    return issue(await confirming(request), request)
  })

  routes.command(confirmGlass, (call) =>
    onRequest(call, async (request): Promise<ConfirmGlass> => {
      const { state, by } = request
      const command = {
        type: 'ConfirmGlass' as const,
        ...by,
        mayConfirm: mayConfirm(request),
        evidence: null,
      }
      if (state.glass?.confirmedBy === by.userId) return command
      return { ...command, evidence: await check(call, request, await confirming(request)) }
    }),
  )
}
