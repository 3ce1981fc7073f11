import { randomUUID } from 'node:crypto'
import { Rejected } from '#contract/errors.ts'
import { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import { Ambiguous, Unavailable } from '#platform/event-store/event-store.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { userById } from '#projections/users/queries.ts'
import { askedIn } from './asked.ts'
import { createCallChecks, createPreparedRequests } from '#modules/requests/call-check/call-check.store.ts'
import { checkProof, type Signers } from '#modules/requests/proof/evidence.ts'
import { intended, requireWhole, secondsOf } from '#modules/requests/proof/intended.ts'
import { refuseMuted } from '#modules/requests/limits/mute.ts'
import { Noticed, tellNoticed } from './noticed.ts'
import { isCreationOf, prepareCreation, type Occasion } from '#modules/requests/proof/proof.ts'
import { requestDecider, type CreateRequest, type Evidence } from './request.decider.ts'
import { refusedCreationStream, requestStream } from './request.events.ts'
import type { Person } from './request.state.ts'
import { requestReply } from './request-reply.ts'
import { withCallCheck } from '#modules/requests/call-check/delivery.ts'
import { slotsOf } from '#modules/requests/limits/slots.ts'
import { standingIn } from './standing.ts'

type CreateCall = Call<typeof createRequest>

export const creationRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const { commands, db } = platform
  const slots = slotsOf(platform)
  const checks = createCallChecks(db)
  const prepared = createPreparedRequests(db)
  const challenges = createChallenges(db, 'creation')

  const emailOf = async (userId: string | undefined): Promise<string | null> =>
    (userId && (await userById(db, userId))?.email) || null

  routes.command(prepareRequest, async (call) => {
    const { body, caller, now, params } = call
    requireWhole(body)
    const { workspaceId } = params
    const { userId } = caller
    const standing = await standingIn(platform, workspaceId, call)
    const { workspace, member } = await standing.admit()
    const { approverId = null } = body
    if (askedIn(workspace, { requesterUserId: userId, approverId }).length === 0)
      throw new Rejected('approver.unavailable')
    await refuseMuted(platform, { workspaceId, userId }, now)
    const salt = randomToken()
    const occasion = { requestId: randomUUID(), createdAt: now.toISOString(), nonce: randomToken() }
    const by = { workspaceId, requesterId: member.participantId, salt }
    const answer = await prepareCreation(intended(body, by), occasion)
    const { challenge, canonical } = answer
    await prepared.keep(challenge, salt, now)
    const expiresAt = await challenges.issue({ challenge, userId, canonical, now })
    return {
      position: null,
      reply: async () => ({
        ...answer,
        expiresAt: expiresAt.toISOString(),
        passkey: await signers.passkeys.requestOptions(userId, challenge),
      }),
    }
  })

  /** What was prepared for the caller, of which this proof is; undefined: nothing that anybody knows of. */
  const occasionOf = async ({ body, caller }: CreateCall): Promise<Occasion | undefined> => {
    if (!body.proof) return undefined
    const canonical = await challenges.issuedFor(body.proof.challenge, caller.userId)
    return canonical === null ? undefined : (JSON.parse(canonical) as Occasion)
  }

  type Signed = Pick<CreateRequest, 'salt' | 'expiresAt' | 'evidence'>
  type About = {
    readonly requestId: string
    readonly requester: Person
    readonly occasion: Occasion | undefined
  }

  const endOf = (createdAt: string | Date, { body }: CreateCall): Date =>
    new Date(new Date(createdAt).getTime() + secondsOf(body) * 1_000)

  /** Throws what `checkProof` throws. */
  const sign = async (call: CreateCall, { requestId, requester, occasion }: About): Promise<Signed> => {
    const { body, commandId, now, params } = call
    const { proof } = body
    if (!proof) return { salt: randomToken(), expiresAt: endOf(now, call), evidence: null }
    const salt = await prepared.saltOf(proof.challenge)
    if (!occasion || salt === undefined) throw new Rejected('challenge.spent')
    const expiresAt = endOf(occasion.createdAt, call)
    if (expiresAt <= now) throw new Rejected('challenge.spent')
    const { participantId, userId } = requester
    const workspaceId = params.id
    const wanted = intended(body, { workspaceId, requesterId: participantId, salt })
    const evidence: Evidence = await checkProof(
      { ...platform, ...signers, challenges },
      {
        proof,
        userId,
        commandId,
        now,
        isOf: (issued) => isCreationOf(wanted, issued),
        refusal: ({ triesLeft, ...refused }) => ({
          type: 'RefuseCreation',
          requestId,
          workspaceId,
          participantId,
          userId,
          ...refused,
          ...(triesLeft !== null && { triesLeft }),
        }),
      },
    )
    return { salt, expiresAt, evidence }
  }

  /** What has to stand before its fact. */
  const makeRoom = async (command: CreateRequest, now: Date): Promise<void> => {
    const { requestId, workspaceId, requestType, requester, expiresAt } = command
    const { userId } = requester
    await refuseMuted(platform, { workspaceId, userId }, now)
    await slots.takeFor(command, now)
    if (requestType === 'verification') await checks.open({ requestId, requesterUserId: userId, expiresAt })
  }

  routes.command(createRequest, async (call) => {
    const { params, body, caller, now } = call
    requireWhole(body)
    if (body.type === 'verification' && !body.proof) throw new Rejected('proof.missing')
    const workspaceId = params.id
    const occasion = await occasionOf(call)
    const requestId = occasion?.requestId ?? derivedId(call.commandId, 'request')
    const standing = await standingIn(platform, workspaceId, call)
    const { context } = standing
    const place = { decider: requestDecider, workspaceId, context }
    let made: CreateRequest
    let hasSlot = false
    try {
      const { position, repeated } = await commands.execute({
        ...place,
        stream: requestStream(requestId),
        guard: async (_state, again) => {
          if (again) await standing.admit({ again })
        },
        command: async () => {
          const { workspace, revision, member: requester } = await standing.admit()
          const { approverId = null } = body
          const asked = askedIn(workspace, { requesterUserId: requester.userId, approverId })
          if (asked.length === 0) throw new Rejected('approver.unavailable')
          made = {
            type: 'CreateRequest',
            requestId,
            workspaceId,
            requestType: body.type,
            title: body.title,
            details: body.details || null,
            requester: { ...requester, email: caller.account?.email ?? null },
            approver:
              approverId === null
                ? null
                : { participantId: approverId, email: await emailOf(asked[0]?.userId) },
            asked,
            workspaceRevision: revision,
            ...(await sign(call, { requestId, requester, occasion })),
          }
          return made
        },
        // What the rules refuse takes no slot.
        async beforeAppend() {
          if (!hasSlot) await makeRoom(made, now)
          hasSlot = true
        },
      })
      const replyOf = requestReply(platform, requestId, { position, repeated, now })
      return {
        position,
        reply: async (behind) => withCallCheck(db, await replyOf(behind), caller.userId),
      }
    } catch (error) {
      if (error instanceof Noticed)
        return tellNoticed(commands, { ...place, stream: refusedCreationStream(requestId) }, error)
      // Where nobody knows whether the fact was written, the slot stays until somebody asks for it.
      const isRefused = !(error instanceof Ambiguous || error instanceof Unavailable)
      if (hasSlot && isRefused) await slots.giveBack(requestId)
      throw error
    }
  })
}
