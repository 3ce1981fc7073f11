import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { approveRequest, declineRequest, requestChallenge, withdrawRequest } from '#contract/requests.ts'
import type { CommandContext } from '#platform/execute-command.ts'
import type { Answer, Call, Routes } from '#platform/http.ts'
import { derivedId, randomToken } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import { checkProof, type ProofCheck } from './evidence.ts'
import { expire } from './expiry.ts'
import { prepareApproval, type Created } from './proof.ts'
import {
  isDue,
  isOpen,
  mayDecide,
  refuseClosed,
  requestDecider,
  type RequestCommand,
  type RequestState,
} from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { requestReply } from './request-reply.ts'
import { actorOf, admit, standingOf, type Standing } from './standing.ts'

type AskedCall = Pick<Call<Endpoint>, 'caller' | 'now' | 'contextOf' | 'guard'> & {
  readonly params: { readonly id: string }
}
type Refusal = Extract<ProofCheck, { outcome: 'refused' }>

const admitAsked = (call: AskedCall, state: RequestState, standing: Standing) =>
  admit(call, standing, (member) => mayDecide(state, member))

export const decisionRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, codec, db, eventStore, challenges } = platform

  const requestOf = async (id: string) => {
    const { state } = await commands.load(requestDecider, requestStream(id))
    if (state.kind === 'none') throw new Rejected('request.not-found')
    return state
  }

  /** With title and details, which no decision sees. */
  const createdFact = async (id: string): Promise<Created> => {
    const [created] = await codec.decode(await eventStore.readStream(requestStream(id), { max: 1 }))
    return created as unknown as Created
  }

  /** Executes what the caller wants of a request, judged by the workspace as it stands then. */
  const execute = async (
    call: AskedCall,
    commandOf: (state: RequestState, at: Standing, as: CommandContext) => Promise<RequestCommand>,
  ): Promise<Answer<typeof declineRequest>> => {
    const { caller, now } = call
    const { id } = call.params
    const { workspaceId } = await requestOf(id)
    const context = call.contextOf(actorOf(caller, await standingOf(platform, workspaceId, caller, now)))
    const { position } = await commands.execute({
      decider: requestDecider,
      stream: requestStream(id),
      workspaceId,
      context,
      command: async (state) => {
        const command = await commandOf(state, await standingOf(platform, workspaceId, caller, now), context)
        if (isDue(state, now)) await expire(platform, { id, workspaceId }, now)
        return command
      },
    })
    return { position, reply: (behind) => requestReply(platform, id, now, behind) }
  }

  const answerBy = async (call: AskedCall, state: RequestState, standing: Standing) => {
    const { participantId, userId } = admitAsked(call, state, standing)
    const email = (await userById(db, userId))?.email ?? null
    return { participantId, userId, email, workspaceRevision: standing.revision, at: call.now }
  }

  /** The refusal is a fact of its own, for the audit log and for the device that runs out of tries. */
  const refuse = async (
    {
      requestId,
      workspaceId,
      ...person
    }: Record<'requestId' | 'workspaceId' | 'participantId' | 'userId', string>,
    { reason, deviceId, triesLeft }: Refusal,
    context: CommandContext,
  ): Promise<never> => {
    const commandId = derivedId(context.commandId, 'refused', reason, triesLeft)
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId),
      workspaceId,
      context: { ...context, commandId },
      command: { type: 'RefuseApproval', ...person, deviceId, reason, triesLeft },
    })
    throw new Rejected('proof.invalid', [{ field: 'pin', triesLeft }])
  }

  routes.command(requestChallenge, async (call) => {
    const { params, caller, now } = call
    const state = await requestOf(params.id)
    const { participantId } = admitAsked(
      call,
      state,
      await standingOf(platform, state.workspaceId, caller, now),
    )
    refuseClosed(state, now)
    const prepared = await prepareApproval(await createdFact(params.id), participantId, randomToken())
    const { challenge, canonical } = prepared
    const { userId } = caller
    const expiresAt = await challenges.issue({ challenge, purpose: 'approval', userId, canonical, now })
    return {
      position: null,
      reply: () => ({ ...prepared, expiresAt: expiresAt.toISOString(), passkey: null }),
    }
  })

  routes.command(approveRequest, (call) =>
    execute(call, async (state, standing, context) => {
      const by = await answerBy(call, state, standing)
      if (!isOpen(state, call.now)) return { type: 'Approve', ...by, evidence: null }
      const { participantId, userId } = by
      const created = await createdFact(call.params.id)
      const { proof } = call.body
      const { commandId, now } = call
      const check = await checkProof(platform, { created, proof, participantId, userId, commandId, now })
      if (check.outcome === 'refused') {
        const { requestId, workspaceId } = created.data
        return refuse({ requestId, workspaceId, participantId, userId }, check, context)
      }
      return { type: 'Approve', ...by, evidence: check.evidence }
    }),
  )

  routes.command(declineRequest, (call) =>
    execute(call, async (state, standing) => ({
      type: 'Decline',
      ...(await answerBy(call, state, standing)),
    })),
  )

  routes.command(withdrawRequest, (call) =>
    execute(call, async (_state, standing) => {
      const { participantId, userId } = admit(call, standing)
      return { type: 'Withdraw', participantId, userId, at: call.now }
    }),
  )
}
