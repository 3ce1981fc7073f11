import { Rejected } from '#contract/errors.ts'
import {
  approveRequest,
  declineRequest,
  reportRequest,
  requestChallenge,
  withdrawRequest,
} from '#contract/requests/requests.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { concernedBy } from './asked.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { checkProof, type Signers, type ToProve } from '#modules/requests/proof/evidence.ts'
import { closeWithoutRequester, requesterIsThere } from './departure.ts'
import { Noticed } from './noticed.ts'
import { isApprovalOf, prepareApproval } from '#modules/requests/proof/proof.ts'
import { NUMBER_TRIES, type Evidence } from './request.decider.ts'
import { isOpen, refuseClosed, refuseWithoutRequester, type RequestState } from './request.state.ts'
import { requestCommands, type Seen } from './request-commands.ts'

/** What somebody is told whose number was wrong, as the request stands now. */
const numberAnswer =
  (at: Date) =>
  (state: RequestState): Rejected => {
    if (state.kind === 'none') return new Rejected('request.not-found')
    refuseClosed(state, at)
    return new Rejected('number.wrong', [
      { field: 'number', triesLeft: NUMBER_TRIES - state.mismatches.length },
    ])
  }

export const decisionRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const challenges = createChallenges(platform.db, 'approval')
  const checks = createCallChecks(platform.db)
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

  const check = async (call: Call<typeof approveRequest>, { by, created }: Seen): Promise<Evidence> => {
    const { participantId, userId } = by
    const asked = await created()
    const refusal: ToProve['refusal'] = ({ deviceId, reason, triesLeft }) =>
      triesLeft === null
        ? { type: 'RefuseAssertion', participantId, userId, deviceId }
        : { type: 'RefuseApproval', participantId, userId, deviceId, reason, triesLeft }
    const { commandId, now } = call
    const { proof } = call.body
    const isOf: ToProve['isOf'] = (issued) => isApprovalOf(asked, participantId, issued)
    return checkProof(
      { ...platform, ...signers, challenges },
      { proof, userId, commandId, now, isOf, refusal },
    )
  }

  /** After the proof, so that nobody tries numbers without a device. A wrong one is Noticed. */
  const checkNumber = async (number: string, { state, by }: Seen, evidence: Evidence): Promise<void> => {
    const { challenge, deviceId } = evidence
    if (await checks.isRight(state.requestId, { challenge, number })) return
    const { participantId, userId, workspaceRevision, at } = by
    throw new Noticed(
      { type: 'RefuseNumber', participantId, userId, deviceId, challenge, workspaceRevision, at },
      numberAnswer(at),
    )
  }

  routes.command(approveRequest, (call) =>
    onRequest(call, async (seen) => {
      const { state, workspace, by } = seen
      const isThere = requesterIsThere(workspace, state)
      const command = { type: 'Approve', ...by, requesterIsThere: isThere } as const
      if (!isThere || !isOpen(state, call.now)) return { ...command, evidence: null, hasNumber: false }
      const { number } = call.body
      const needsNumber = state.requestType === 'verification'
      if (needsNumber && number === undefined) throw new Rejected('number.missing')
      const evidence = await check(call, seen)
      if (needsNumber) await checkNumber(number!, seen, evidence)
      return { ...command, evidence, hasNumber: needsNumber }
    }),
  )

  routes.command(declineRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Decline', ...by })))

  routes.command(withdrawRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Withdraw', ...by })))

  routes.command(reportRequest, (call) =>
    onRequest(call, async ({ state, by, isAddressed }) => {
      const { asked } = await concernedBy(platform.commands, state.requestId)
      return { type: 'Report', ...by, wasAsked: isAddressed || asked.includes(by.userId) }
    }),
  )
}
