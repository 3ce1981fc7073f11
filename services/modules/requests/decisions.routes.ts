import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { approveRequest, declineRequest, requestChallenge, withdrawRequest } from '#contract/requests.ts'
import type { Answer, Call, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { checkProof, type PinChecks, type ProofCheck } from './evidence.ts'
import { closeWithoutRequester, requesterIsThere } from './departure.ts'
import { expire } from './expiry.ts'
import { createCreatedFacts } from './created-facts.ts'
import { prepareApproval } from './proof.ts'
import {
  isDue,
  isOpen,
  mayDecide,
  refuseClosed,
  refuseWithoutRequester,
  requestDecider,
  type RequestCommand,
  type RequestState,
} from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { requestReply } from './request-reply.ts'
import { actorOf, admit, admitAgain, standingOf, standingsOf, type Standing } from './standing.ts'

type AskedCall = Pick<Call<Endpoint>, 'caller' | 'now' | 'contextOf' | 'guard'> & {
  readonly params: { readonly id: string }
}
type Refusal = Extract<ProofCheck, { outcome: 'refused' }>

/** Ends the making of an approval whose proof is wrong. */
class WrongProof extends Error {
  readonly refusal: Refusal
  readonly by: { readonly participantId: string; readonly userId: string }
  constructor(refusal: Refusal, { participantId, userId }: { participantId: string; userId: string }) {
    super(refusal.reason)
    this.refusal = refusal
    this.by = { participantId, userId }
  }
}

const admitAsked = (call: AskedCall, state: RequestState, standing: Standing) =>
  admit(call, standing, (member) => mayDecide(state, member))

export const decisionRoutes = (routes: Routes, platform: Platform, pins: PinChecks): void => {
  const { commands, db } = platform
  const challenges = createChallenges(db, 'approval')

  const requestOf = async (id: string) => {
    const read = await commands.load(requestDecider, requestStream(id))
    const { state } = read
    if (state.kind === 'none') throw new Rejected('request.not-found')
    return { read, state }
  }
  const createdFact = createCreatedFacts(platform)

  /**
   * What was noticed becomes a fact, in a step of its own, by whoever notices it first: that its time is over, or that
   * nobody stands behind it any more.
   */
  const close = async (call: AskedCall): Promise<void> => {
    const { caller, now } = call
    const { state } = await requestOf(call.params.id)
    const { requestId, workspaceId } = state
    if (isDue(state, now)) return expire(platform, { id: requestId, workspaceId }, now)
    const { workspace } = await standingOf(platform, workspaceId, caller, now)
    if (isOpen(state, now) && !requesterIsThere(workspace, state))
      await closeWithoutRequester(platform, state, now)
  }

  /** Executes what the caller wants of a request, judged by the workspace as it stands then. */
  const execute = async (
    call: AskedCall,
    commandOf: (state: RequestState, at: Standing) => Promise<RequestCommand>,
    wasAsked: typeof mayDecide = mayDecide,
  ): Promise<Answer<typeof declineRequest>> => {
    const { caller, now } = call
    const { id } = call.params
    const {
      read,
      state: { workspaceId },
    } = await requestOf(id)
    const standings = await standingsOf(platform, workspaceId, caller, now)
    const executing = commands.execute({
      decider: requestDecider,
      stream: requestStream(id),
      workspaceId,
      context: call.contextOf(actorOf(caller, standings.first)),
      read,
      guard: async (state, again) => {
        if (again) admitAgain(call, await standings.now(), (member) => wasAsked(state, member))
      },
      command: async (state) => commandOf(state, await standings.now()),
    })
    const { position, repeated } = await executing.catch(async (error: unknown) => {
      if (error instanceof Rejected && error.code === 'request.closed') await close(call)
      throw error
    })
    return { position, reply: requestReply(platform, id, { position, repeated, now }) }
  }

  const answerBy = (call: AskedCall, state: RequestState, standing: Standing) => {
    const { participantId, userId } = admitAsked(call, state, standing)
    const email = call.caller.account?.email ?? null
    return { participantId, userId, email, workspaceRevision: standing.revision, at: call.now }
  }

  /** Each refusal is a fact of its own, whatever key it came with, for the audit log and for the device that runs out of tries. */
  const refuse = async (call: AskedCall, { refusal, by }: WrongProof): Promise<never> => {
    const { caller, now } = call
    const { id } = call.params
    const { reason, deviceId, triesLeft } = refusal
    const { workspaceId } = (await requestOf(id)).state
    const context = call.contextOf(actorOf(caller, await standingOf(platform, workspaceId, caller, now)))
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(id),
      workspaceId,
      context: { ...context, commandId: randomUUID() },
      command: { type: 'RefuseApproval', ...by, deviceId, reason, triesLeft },
    })
    throw new Rejected('proof.invalid', [{ field: 'pin', triesLeft }])
  }

  routes.command(requestChallenge, async (call) => {
    const { params, caller, now } = call
    const { state } = await requestOf(params.id)
    const standing = await standingOf(platform, state.workspaceId, caller, now)
    const { participantId } = admitAsked(call, state, standing)
    refuseClosed(state, now)
    if (!requesterIsThere(standing.workspace, state)) {
      await closeWithoutRequester(platform, state, now)
      refuseWithoutRequester()
    }
    const prepared = await prepareApproval(await createdFact(params.id), participantId, randomToken())
    const { challenge, canonical } = prepared
    const { userId } = caller
    const expiresAt = await challenges.issue({ challenge, userId, canonical, now })
    return {
      position: null,
      reply: () => ({ ...prepared, expiresAt: expiresAt.toISOString(), passkey: null }),
    }
  })

  const approve = (call: Call<typeof approveRequest>) =>
    execute(call, async (state, standing) => {
      const by = answerBy(call, state, standing)
      const unproven = { type: 'Approve', ...by, evidence: null } as const
      if (!isOpen(state, call.now)) return { ...unproven, requesterIsThere: true }
      if (state.kind !== 'none' && !requesterIsThere(standing.workspace, state))
        return { ...unproven, requesterIsThere: false }
      const { participantId, userId } = by
      const created = await createdFact(call.params.id)
      const { proof } = call.body
      const { commandId, now } = call
      const check = await checkProof(
        { ...platform, challenges, pins },
        { created, proof, participantId, userId, commandId, now },
      )
      if (check.outcome === 'refused') throw new WrongProof(check, by)
      return { type: 'Approve', ...by, evidence: check.evidence, requesterIsThere: true }
    })

  routes.command(approveRequest, async (call) => {
    try {
      return await approve(call)
    } catch (error) {
      if (error instanceof WrongProof) return refuse(call, error)
      throw error
    }
  })

  routes.command(declineRequest, (call) =>
    execute(call, async (state, standing) => ({
      type: 'Decline',
      ...answerBy(call, state, standing),
    })),
  )

  routes.command(withdrawRequest, (call) =>
    execute(
      call,
      async (_state, standing) => {
        const { participantId, userId } = admit(call, standing)
        return { type: 'Withdraw', participantId, userId, at: call.now }
      },
      () => true,
    ),
  )
}
