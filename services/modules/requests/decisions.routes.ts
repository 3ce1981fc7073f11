import { Rejected } from '#contract/errors.ts'
import {
  approveRequest,
  declineRequest,
  reportRequest,
  requestChallenge,
  withdrawRequest,
} from '#contract/requests/requests.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { checkProof, type ProofCheck, type Signers } from '#modules/requests/proof/evidence.ts'
import { isApprovalOf, prepareApproval } from '#modules/requests/proof/proof.ts'
import { closeWithoutRequester } from './close-request.ts'
import { isRequesterAvailable, partiesOf } from './participants.ts'
import { RecordedRefusal } from './recorded-refusal.ts'
import { NUMBER_TRIES } from './request.decider.ts'
import { isOpen, refuseClosed, refuseWithoutRequester, type RequestState } from './request.state.ts'
import { requestCommands, type LoadedRequest } from './request-commands.ts'

/** The error for a wrong number, from the state after the attempt was recorded. */
const wrongNumber =
  (at: Date) =>
  (state: RequestState): Rejected => {
    if (state.kind === 'none') return new Rejected('request.not-found')
    refuseClosed(state, at)
    return new Rejected('number.wrong', [
      { field: 'number', triesLeft: NUMBER_TRIES - state.mismatches.length },
    ])
  }

export const decisionRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const challenges = createChallenges(platform, 'approval')
  const checks = createCallChecks(platform)
  const { load, onRequest } = requestCommands(platform)

  routes.command(requestChallenge, async (call) => {
    const { state, workspace, by, created } = await load(call)
    const { participantId, userId, at: now } = by
    refuseClosed(state, now)
    if (!isRequesterAvailable(workspace, state)) {
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
        passkey: await signers.requestOptions(userId, challenge, now),
      }),
    }
  })

  const check = async (
    call: Call<typeof approveRequest>,
    { by, created }: LoadedRequest,
  ): Promise<Evidence> => {
    const { participantId, userId } = by
    const creation = await created()
    const refusal: ProofCheck['refusal'] = ({ deviceId, reason, triesLeft }) =>
      triesLeft === null
        ? { type: 'RefuseAssertion', participantId, userId, deviceId }
        : { type: 'RefuseApproval', participantId, userId, deviceId, reason, triesLeft }
    const { commandId, now } = call
    const { proof } = call.body
    const matches: ProofCheck['matches'] = (issued) => isApprovalOf(creation, participantId, issued)
    return checkProof({ signers, challenges }, { proof, userId, commandId, now, matches, refusal })
  }

  /** Runs after the proof, so that guessing numbers requires an enrolled device. Throws `RecordedRefusal` for a wrong one. */
  const checkNumber = async (
    number: string,
    { state, by }: LoadedRequest,
    evidence: Evidence,
  ): Promise<void> => {
    const { challenge, deviceId } = evidence
    if (await checks.isRight(state.requestId, { challenge, number })) return
    const { participantId, userId, workspaceRevision, at } = by
    throw new RecordedRefusal(
      { type: 'RefuseNumber', participantId, userId, deviceId, challenge, workspaceRevision, at },
      wrongNumber(at),
    )
  }

  routes.command(approveRequest, (call) =>
    onRequest(call, async (request) => {
      const { state, workspace, by } = request
      const requesterIsAvailable = isRequesterAvailable(workspace, state)
      const command = { type: 'Approve', ...by, requesterIsAvailable } as const
      if (!requesterIsAvailable || !isOpen(state, call.now))
        return { ...command, evidence: null, hasNumber: false }
      const { number } = call.body
      const needsNumber = state.requestType === 'verification'
      if (needsNumber && number === undefined) throw new Rejected('number.missing')
      const evidence = await check(call, request)
      if (needsNumber) await checkNumber(number!, request, evidence)
      return { ...command, evidence, hasNumber: needsNumber }
    }),
  )

  routes.command(declineRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Decline', ...by })))

  routes.command(withdrawRequest, (call) => onRequest(call, ({ by }) => ({ type: 'Withdraw', ...by })))

  routes.command(reportRequest, (call) =>
    onRequest(call, async ({ state, by, mayDecide }) => {
      const { approvers } = await partiesOf(platform.commands, state.requestId)
      return { type: 'Report', ...by, wasEligible: mayDecide || approvers.includes(by.userId) }
    }),
  )
}
