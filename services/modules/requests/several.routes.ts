import { randomUUID } from 'node:crypto'
import { Rejected, type ErrorCode } from '#contract/errors.ts'
import type { ClosedReason, RequestStatus } from '#contract/requests/requests.ts'
import { approveMany, challengeMany, declineMany, withdrawMany } from '#contract/requests/several.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Call, CallOn, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { CHALLENGE_MS, createChallenges } from '#platform/secrets/challenges.ts'
import { deputyDevices } from '#modules/requests/deputies/deputy-devices.ts'
import { drillAnswers } from '#modules/requests/drills/drill-answers.ts'
import { listedIn, prepareApprovals, preparedAgain } from '#modules/requests/proof/approvals.ts'
import { checkProof, refusalOf, type FailedProof, type Signers } from '#modules/requests/proof/evidence.ts'
import { isSame } from '#modules/requests/proof/proof.ts'
import { isRequesterAvailable } from './participants.ts'
import { RecordedRefusal, recordRefusal } from './recorded-refusal.ts'
import { requestDecider, type RequestCommand } from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { isOpen } from './request.state.ts'
import { approvalOf, requestCommands, type FoundRequest, type LoadedRequest } from './request-commands.ts'

/** One of several requests, as it was when the call came. */
type Listed = FoundRequest & { readonly request: LoadedRequest }

type Outcome = 'approved' | 'declined' | 'withdrawn'
type Ended = { readonly status: RequestStatus; readonly closedReason: ClosedReason | null }

/** How a request ends that gets this outcome. */
const ENDS: Readonly<Record<Outcome, Ended>> = {
  approved: { status: 'approved', closedReason: null },
  declined: { status: 'declined', closedReason: null },
  withdrawn: { status: 'declined', closedReason: 'withdrawn' },
}

/** One that others still have to decide. */
const NOT_NEEDED: readonly ErrorCode[] = [
  'request.decided-by-you',
  'request.decided-for-you',
  'rule.not-needed',
  'request.parked',
]
const WAITING: Ended = { status: 'pending', closedReason: null }

/** Where the request stands that was left out because of this error; null for every other error. */
const endOf = (error: unknown): Ended | null => {
  if (!(error instanceof Rejected)) return null
  if (error.code === 'request.closed') return error.details![0] as Ended
  return NOT_NEEDED.includes(error.code) ? WAITING : null
}

const isNoApproval = (): Rejected =>
  new Rejected('input.invalid', [
    { field: 'requestIds', problem: 'holds a call check, which is decided alone' },
  ])

/** One of each workspace, except for that of the first request. */
const oneOfEachOther = (all: readonly Listed[]): readonly Listed[] => {
  const byWorkspace = new Map(all.map((one) => [one.execution.workspaceId, one]))
  byWorkspace.delete(all[0]!.execution.workspaceId)
  return [...byWorkspace.values()]
}

export const severalRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const { commands } = platform
  const challenges = createChallenges(platform, 'approvals')
  const { find, execute, requireOpen } = requestCommands(platform)
  const drills = drillAnswers(platform)
  const requireDevice = deputyDevices(signers)

  const load = async (call: Omit<CallOn, 'params'>, id: string, again = false): Promise<Listed> => {
    const found = await find(call, id)
    return { ...found, request: await found.admit(found.read.state, again) }
  }

  const findOne = async (call: Omit<CallOn, 'params'>, id: string, again: boolean): Promise<Listed> => {
    try {
      return await load(call, id, again)
    } catch (error) {
      // To the one who is asked, a drill is a call check.
      const isUnknown = error instanceof Rejected && error.code === 'request.not-found'
      throw isUnknown && (await drills.asks(id, call)) ? isNoApproval() : error
    }
  }

  /** Throws before anything is decided, if the caller may not decide one of them, or one is a call check. */
  const findAll = async (
    call: Omit<CallOn, 'params'>,
    ids: readonly string[],
    again = false,
  ): Promise<readonly Listed[]> => {
    const all = await Promise.all(ids.map((id) => findOne(call, id, again)))
    if (all.some(({ request }) => request.state.requestType === 'verification')) throw isNoApproval()
    return all
  }

  /** Whether others still have to decide by the rule of the request. */
  const isStillOpen = async ({ request: { state } }: Listed): Promise<boolean> => {
    if (state.rule === null) return false
    const now = await commands.load(requestDecider, requestStream(state.requestId))
    return now.state.kind === 'pending'
  }

  /** Decides one after the other, and leaves out those that have ended. Each is a step of its own, so a repetition goes on where it stopped. */
  const decideAll = async <O extends Outcome>(
    outcome: O,
    all: readonly Listed[],
    commandOf: (request: LoadedRequest, place: number) => RequestCommand | Promise<RequestCommand>,
  ) => {
    let position: Position | null = null
    const decide = async (one: Listed, place: number): Promise<Ended & { outcome: O | 'left-out' }> => {
      try {
        const done = await execute(one, (request) => commandOf(request, place))
        if (position === null || (done.position !== null && done.position > position))
          position = done.position
        const isOwn = done.repeated || done.events.length > 0
        const end = (await isStillOpen(one)) ? WAITING : ENDS[outcome]
        return { outcome: isOwn ? outcome : 'left-out', ...end }
      } catch (error) {
        const ended = endOf(error)
        if (ended === null) throw error
        return { outcome: 'left-out', ...ended }
      }
    }
    const results: (Ended & { requestId: string; outcome: O | 'left-out' })[] = []
    for (const [place, one] of all.entries())
      results.push({ requestId: one.request.state.requestId, ...(await decide(one, place)) })
    return { position, reply: () => ({ results }) }
  }

  routes.command(challengeMany, async (call) => {
    const { body, caller, now } = call
    const { userId } = caller
    const requests = (await findAll(call, body.requestIds)).map(({ request }) => request)
    for (const request of requests)
      try {
        await requireOpen(request)
      } catch (error) {
        const ended = endOf(error)
        if (ended === null || ended === WAITING) throw error
        throw new Rejected('request.closed', [{ requestId: request.state.requestId, ...ended }])
      }
    const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString()
    const { approvals, ...prepared } = await prepareApprovals(
      await Promise.all(requests.map((request) => approvalOf(request))),
      {
        approverUserId: userId,
        nonce: randomToken(),
        expiresAt,
      },
    )
    const { challenge, canonical } = prepared
    const issued = await signers.issue(challenges, { challenge, userId, canonical, now })
    return {
      position: null,
      reply: () => ({
        ...prepared,
        ...issued,
        requests: approvals.map(({ content, canonical: own, textSalt }) => ({
          requestId: content.requestId,
          content,
          canonical: own,
          textSalt,
        })),
      }),
    }
  })

  /** Checks the proof for the whole list, and returns the evidence of the request at each place. */
  const sign = async (
    { body: { proof }, caller: { userId }, commandId, now }: Call<typeof approveMany>,
    all: readonly Listed[],
    canonical: string,
  ) => {
    const approvals = await Promise.all(all.map(({ request }) => approvalOf(request)))
    const list = await preparedAgain(approvals, { approverUserId: userId, canonical })
    /** The log of each workspace tells of it. */
    const also = async (failed: FailedProof): Promise<Position | null> => {
      let position: Position | null = null
      for (const { execution, request } of oneOfEachOther(all)) {
        const context = { ...execution.context, commandId: randomUUID() }
        const done = await commands.execute({ ...execution, context, command: refusalOf(request.by, failed) })
        position = done.position
      }
      return position
    }
    const evidence = await checkProof(
      { signers, challenges },
      {
        proof,
        userId,
        commandId,
        now,
        matches: async (issued) => isSame(list, issued),
        refusal: (failed) => refusalOf(all[0]!.request.by, failed),
        also,
      },
    )
    return (place: number) => ({
      ...evidence,
      listed: { canonical: list.approvals[place]!.canonical, place },
    })
  }

  routes.command(approveMany, async (call) => {
    const { body, caller, commandId, now } = call
    const { canonical, isRepeated } = await challenges.find(body.proof.challenge, caller.userId, {
      commandId,
      now,
    })
    if (canonical === null) throw new Rejected('challenge.spent')
    const all = await findAll(call, listedIn(canonical), isRepeated)
    let signed: ReturnType<typeof sign> | undefined
    try {
      return await decideAll('approved', all, async ({ state, workspace, by }, place) => {
        const requesterIsAvailable = isRequesterAvailable(workspace, state)
        // A repetition leaves out again what it left out, also once the device is gone.
        const needsProof = !isRepeated || isOpen(state, now)
        const evidence = needsProof ? (await (signed ??= sign(call, all, canonical)))(place) : null
        return {
          type: 'Approve',
          ...by,
          requesterIsAvailable,
          evidence,
          hasNumber: false,
          confirmed: null,
        }
      })
    } catch (error) {
      if (error instanceof RecordedRefusal) return recordRefusal(commands, all[0]!.execution, error)
      throw error
    }
  })

  routes.command(declineMany, async (call) => {
    const { requestIds, reason, reasons = [] } = call.body
    const own = new Map(reasons.map((one) => [one.requestId, one.reason]))
    if (own.size < reasons.length || [...own.keys()].some((id) => !requestIds.includes(id)))
      throw new Rejected('input.invalid', [
        { field: 'reasons', problem: 'holds one of no request here, or two of one' },
      ])
    const all = await findAll(call, requestIds)
    for (const { request } of all) await requireDevice(request)
    return decideAll('declined', all, ({ by, state: { requestId } }) => ({
      type: 'Decline',
      ...by,
      reason: (own.get(requestId) ?? reason) || null,
    }))
  })

  routes.command(withdrawMany, async (call) => {
    const all = await Promise.all(call.body.requestIds.map((id) => load(call, id)))
    const isForeign = ({ request: { state } }: Listed) => state.requesterUserId !== call.caller.userId
    if (all.some(isForeign)) throw new Rejected('access.denied')
    return decideAll('withdrawn', all, ({ by }) => ({ type: 'Withdraw', ...by }))
  })
}
