import { Rejected } from '#contract/errors.ts'
import {
  approveRequest,
  declineRequest,
  denyRequest,
  remindApprovers,
  reportRequest,
  requestChallenge,
  withdrawRequest,
} from '#contract/requests/decisions.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Call, ReadAhead, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { answerOf, weaknessesOf } from '#modules/requests/proof/who-called.ts'
import { checkProof, refusalOf, type ProofCheck, type Signers } from '#modules/requests/proof/evidence.ts'
import { isApprovalOf, prepareApproval } from '#modules/requests/proof/proof.ts'
import { deputyDevices } from '#modules/requests/deputies/deputy-devices.ts'
import { drillAnswers } from '#modules/requests/drills/drill-answers.ts'
import { createPairs } from '#modules/requests/pairs/pairs.ts'
import { awaitedApprovers, isRequesterAvailable, mutedByAllUntil, partiesOf } from './participants.ts'
import { RecordedRefusal } from './recorded-refusal.ts'
import { NUMBER_TRIES } from './call-check/answer.decider.ts'
import type { ActingParticipant } from './request.decider.ts'
import { isOpen, refuseClosed, type RequestState } from './request.state.ts'
import { approvalOf, requestAhead, requestCommands, type LoadedRequest } from './request-commands.ts'

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
  const pairs = createPairs(platform)
  const { load, onRequest, refuse, requireOpen } = requestCommands(platform)
  const alsoReads = requestAhead(platform)
  const approvalAhead: ReadAhead = (call) => [...alsoReads(call), signers.streamOf(call.userId)]
  const drills = drillAnswers(platform)
  const requireDevice = deputyDevices(signers)

  /** Throws `call.locked` while the call checks of the two are locked. */
  const unlockedMemory = ({ state, by }: Pick<LoadedRequest, 'state' | 'by'>) =>
    pairs.requireUnlocked(state.workspaceId, [state.requesterUserId, by.userId], by.at)

  /** Both were called: the check is closed and the admins are alerted. */
  const bothCalled = ({ participantId, userId, workspaceRevision, at }: ActingParticipant): RecordedRefusal =>
    new RecordedRefusal(
      { type: 'CloseAsBothCalled', participantId, userId, call: 'was-called', workspaceRevision, at },
      new Rejected('call.both-called'),
    )

  const issue = async (call: Call<typeof requestChallenge>) => {
    const request = await load(call)
    const { state, by } = request
    const { userId, at: now } = by
    await requireOpen(request)
    if (state.requestType === 'verification') await unlockedMemory({ state, by })
    const answer = answerOf(state, call.body.call)
    if (answer === 'both-called') return refuse(call, bothCalled(by))
    const prepared = await prepareApproval(await approvalOf(request, answer), randomToken())
    const { challenge, canonical } = prepared
    const issued = await signers.issue(challenges, { challenge, userId, canonical, now })
    return { position: null, reply: () => ({ ...prepared, ...issued }) }
  }
  routes.command(requestChallenge, (call) => drills.refuse(call, () => issue(call)), alsoReads)

  const check = async (
    call: Call<typeof approveRequest>,
    request: LoadedRequest,
    answer: CallWay | null,
    devices: ReturnType<Signers['devices']> | undefined,
  ): Promise<Evidence> => {
    const { by } = request
    const { userId } = by
    const approval = await approvalOf(request, answer)
    const refusal: ProofCheck['refusal'] = (failed) => refusalOf(by, failed)
    const { commandId, now } = call
    const { proof } = call.body
    const matches: ProofCheck['matches'] = (issued) => isApprovalOf(approval, issued)
    return checkProof(
      { signers, challenges },
      { proof, userId, commandId, now, ...(devices && { devices }), matches, refusal },
    )
  }

  /** Runs after the proof, so that guessing numbers requires an enrolled device. Throws `RecordedRefusal` for a wrong one. */
  const checkNumber = async (
    number: string,
    { state, by }: LoadedRequest,
    evidence: Evidence,
  ): Promise<void> => {
    const { challenge, deviceId } = evidence
    const { participantId, userId, workspaceRevision, at } = by
    const memory = await unlockedMemory({ state, by })
    const judged = await checks.judge(state.requestId, { challenge, number }, memory)
    if (judged === 'right') return
    await checks.wrong(state.requestId, at)
    const locks = judged === 'last'
    const refuseIt = { participantId, userId, deviceId, challenge, locks, workspaceRevision, at }
    const command = { type: 'RefuseNumber', ...refuseIt } as const
    if (!locks) throw new RecordedRefusal(command, wrongNumber(at))
    throw new RecordedRefusal(
      command,
      new Rejected('call.locked', [{ status: 'declined', closedReason: 'code-mismatch' }]),
      () => pairs.lock({ request: state, approver: { participantId, userId }, workspaceRevision, at }),
    )
  }

  const approve = (call: Call<typeof approveRequest>) => {
    // Read with the request, by one statement. A second attempt reads them again.
    let ahead: ReturnType<Signers['devices']> | undefined = signers.devices(call.caller.userId, call.load)
    return onRequest(call, async (request) => {
      const { state, workspace, by } = request
      const requesterIsAvailable = isRequesterAvailable(workspace, state)
      const command = { type: 'Approve', ...by, requesterIsAvailable } as const
      if (!requesterIsAvailable || !isOpen(state, call.now))
        return { ...command, evidence: null, hasNumber: false, confirmed: null }
      const needsNumber = state.requestType === 'verification'
      if (needsNumber) await unlockedMemory(request)
      const answer = answerOf(state, call.body.call)
      if (answer === 'both-called') throw bothCalled(by)
      const { number } = call.body
      if (needsNumber && number === undefined) throw new Rejected('number.missing')
      const devices = ahead
      ahead = undefined
      const evidence = await check(call, request, answer, devices)
      if (needsNumber) await checkNumber(number!, request, evidence)
      const confirmation = { request: state, userId: by.userId, evidence, now: call.now }
      const confirmed =
        answer === null
          ? null
          : { call: answer, weak: await weaknessesOf({ db: platform.db, signers }, confirmation) }
      return { ...command, evidence, hasNumber: needsNumber, confirmed }
    })
  }
  routes.command(approveRequest, (call) => drills.refuse(call, () => approve(call)), approvalAhead)

  routes.command(
    declineRequest,
    (call) =>
      onRequest(call, async (request) => {
        if (isOpen(request.state, call.now)) await requireDevice(request)
        return { type: 'Decline', ...request.by, reason: call.body.reason || null }
      }),
    alsoReads,
  )

  routes.command(denyRequest, (call) =>
    drills.or(call, 'not-asked', () =>
      onRequest(call, ({ by: { participantId, userId, workspaceRevision, at } }) => ({
        type: 'DenyClaim',
        participantId,
        userId,
        workspaceRevision,
        at,
        call: call.body.call,
      })),
    ),
  )

  routes.command(
    withdrawRequest,
    (call) => onRequest(call, ({ by }) => ({ type: 'Withdraw', ...by })),
    alsoReads,
  )

  routes.command(remindApprovers, (call) =>
    onRequest(call, ({ by, state, workspace }) => ({
      type: 'Remind',
      ...by,
      mutedUntil: mutedByAllUntil(awaitedApprovers(workspace, state, call.now), state, call.now),
    })),
  )

  routes.command(reportRequest, (call) =>
    drills.or(call, 'not-talking', () =>
      onRequest(call, async ({ state, by, mayDecide }) => {
        const { approvers } = await partiesOf(platform.commands, state.requestId)
        return { type: 'Report', ...by, wasEligible: mayDecide || approvers.includes(by.userId) }
      }),
    ),
  )
}
