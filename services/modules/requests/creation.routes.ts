import { randomUUID } from 'node:crypto'
import { Rejected } from '#contract/errors.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import { Ambiguous, Unavailable } from '#platform/event-store/event-store.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { reachedAmong } from '#platform/push/reach.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { userById } from '#projections/users/queries.ts'
import { createCallChecks, createPreparedRequests } from '#modules/requests/call-check/call-check.store.ts'
import { withCallCheck } from '#modules/requests/call-check/delivery.ts'
import { createFiles, type NamedFile } from '#modules/requests/files/files.ts'
import { createRunFields } from '#modules/requests/payment-run/run-fields.ts'
import { fillKind } from '#modules/requests/kinds/filling.ts'
import { createKinds } from '#modules/requests/kinds/kinds.ts'
import { createRequestLimits } from '#modules/requests/limits/request-limits.ts'
import { nameHash } from '#contract/requests/signing.ts'
import { checkProof, type Signers } from '#modules/requests/proof/evidence.ts'
import { isCreationOf, prepareCreation, type Preparation } from '#modules/requests/proof/proof.ts'
import { draftOf, expiryOf, requireValidBody } from '#modules/requests/proof/request-draft.ts'
import { keptRule } from '#modules/requests/ruling/apply-rule.ts'
import { findDeciders, type Deciders } from '#modules/requests/ruling/deciders.ts'
import { createPairs } from '#modules/requests/pairs/pairs.ts'
import { createReplacing } from '#modules/requests/replacing/replaced-request.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { requireNumberOnFile, requireTaken, workspaceAccess } from './participants.ts'
import { RecordedRefusal, recordRefusal } from './recorded-refusal.ts'
import { creationAhead, unpreparedId } from './creating/creation-ahead.ts'
import type { CreateRequest } from './creating/creation.decider.ts'
import { requestDecider } from './request.decider.ts'
import { refusedCreationStream, requestStream } from './request.events.ts'
import type { Person } from './request.state.ts'
import { requestReply } from './request-reply.ts'

type CreateCall = Call<typeof createRequest>

const peopleIn = (requester: string, approverId: string | null, [approver]: readonly Person[]) =>
  approverId !== null && approver ? { people: [requester, approver.userId] as const } : {}

/** The files as they are signed, and their names. */
const signable = (files: readonly NamedFile[], salt: string): Promise<CreateRequest['files']> =>
  Promise.all(
    files.map(async ({ id, name, type, size, sha256 }) => ({
      id,
      name,
      nameHash: await nameHash(name, salt),
      type,
      size,
      sha256,
    })),
  )

export const creationRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const { commands, db } = platform
  const limits = createRequestLimits(platform)
  const checks = createCallChecks(platform)
  const files = createFiles(platform)
  const pairs = createPairs(platform)
  const kinds = createKinds(platform)
  const runFields = createRunFields(platform)
  const replacing = createReplacing(platform)
  const prepared = createPreparedRequests(db)
  const challenges = createChallenges(platform, 'creation')

  const emailOf = async (userId: string | undefined): Promise<string | null> =>
    (userId && (await userById(db, userId))?.email) || null

  /** Throws `call.locked` for a call check with a colleague by name after three wrong numbers. */
  const requireUnlocked = async (
    { body, caller, now }: Pick<CreateCall, 'body' | 'caller' | 'now'>,
    workspaceId: string,
    [approver]: readonly Person[],
  ): Promise<void> => {
    if (body.type !== 'verification' || body.approverId === undefined || !approver) return
    await pairs.requireUnlocked(workspaceId, [caller.userId, approver.userId], now)
  }

  const fillIn = async (
    body: Pick<CreateCall['body'], 'kindId' | 'fields' | 'files'>,
    wanted: Parameters<typeof runFields>[1],
    ...into: readonly [kind: Kind | undefined, workspace: WorkspaceState]
  ) => fillKind({ ...body, fields: await runFields(body, wanted) }, ...into)

  routes.command(prepareRequest, async (call) => {
    const { body, caller, now, params } = call
    requireValidBody(body)
    const { workspaceId } = params
    const { userId } = caller
    const [access, kind] = await Promise.all([
      workspaceAccess(platform, workspaceId, call),
      kinds.find(workspaceId, body.kindId),
    ])
    const { workspace, member } = await access.admit()
    const { approverId = null } = body
    const filled = await fillIn(body, { workspaceId, userId, requestId: null }, kind, workspace)
    const asking = { workspaceId, workspace, requester: member, kind, filled, now }
    const { eligible, lifetime, ruling } = await findDeciders(platform, body, asking)
    requireTaken(eligible, { requesterId: member.participantId, requestType: body.type }, now)
    await requireUnlocked(call, workspaceId, eligible)
    if (body.calledBack) requireNumberOnFile(eligible, { approverId, now })
    const salt = randomToken()
    const wantedFiles = await files.wanted(body.files ?? [], { workspaceId, userId, requestId: null })
    const preparation = { requestId: randomUUID(), createdAt: now.toISOString(), nonce: randomToken() }
    const { requestId } = preparation
    const lasting = { ...body, ...lifetime }
    const expiry = expiryOf(now, lasting)
    const wanted = {
      requestId,
      workspaceId,
      requesterId: member.participantId,
      approverId,
      expiresAt: expiry,
      ...peopleIn(userId, approverId, eligible),
    }
    await limits.require({ ...wanted, requestType: body.type, requesterUserId: userId }, now)
    const by = {
      workspaceId,
      requesterId: member.participantId,
      salt,
      files: await signable(wantedFiles, salt),
      filled,
      rule: await keptRule(ruling, salt, now),
    }
    const answer = await prepareCreation(draftOf(lasting, by), preparation)
    const { challenge, canonical } = answer
    await prepared.keep(challenge, salt, now)
    const issued = await signers.issue(challenges, { challenge, userId, canonical, now })
    const asked = eligible.map((person) => person.userId)
    return {
      position: null,
      reply: async () => ({
        ...answer,
        ...issued,
        notified: (await reachedAmong(platform, asked, now)).size > 0,
      }),
    }
  })

  /** The preparation that the proof's challenge was issued for; undefined without a proof or with an unknown challenge. */
  const preparationOf = async ({ body, caller }: CreateCall): Promise<Preparation | undefined> => {
    if (!body.proof) return undefined
    const canonical = await challenges.issuedFor(body.proof.challenge, caller.userId)
    return canonical === null ? undefined : (JSON.parse(canonical) as Preparation)
  }

  type Signed = Pick<CreateRequest, 'salt' | 'expiresAt' | 'evidence' | 'described' | 'files' | 'rule'>
  type ToSign = {
    readonly requestId: string
    readonly requester: Person
    readonly preparation: Preparation | undefined
    readonly files: readonly NamedFile[]
    readonly filled: CreateRequest['filled']
    readonly deciders: Deciders
  }

  /** Throws the errors of `checkProof`. */
  const sign = async (
    call: CreateCall,
    { requestId, requester, preparation, files: named, filled, deciders }: ToSign,
  ): Promise<Signed> => {
    const { commandId, now, params } = call
    const body = { ...call.body, ...deciders.lifetime }
    const { proof } = call.body
    if (!proof) {
      const salt = randomToken()
      const rule = await keptRule(deciders.ruling, salt, now)
      const unsigned = { evidence: null, described: null, files: await signable(named, salt), rule }
      return { salt, expiresAt: expiryOf(now, body), ...unsigned }
    }
    const salt = await prepared.saltOf(proof.challenge)
    if (!preparation || salt === undefined) throw new Rejected('challenge.spent')
    const expiresAt = expiryOf(preparation.createdAt, body)
    if (expiresAt <= now) throw new Rejected('challenge.spent')
    const { participantId, userId } = requester
    const workspaceId = params.id
    const signed = await signable(named, salt)
    const rule = await keptRule(deciders.ruling, salt, now)
    const by = { workspaceId, requesterId: participantId, salt, files: signed, filled, rule }
    const draft = draftOf(body, by)
    const evidence: Evidence = await checkProof(
      { signers, challenges },
      {
        proof,
        userId,
        commandId,
        now,
        matches: (issued) => isCreationOf(draft, issued),
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
    return { salt, expiresAt, evidence, described: draft.described, files: signed, rule }
  }

  const takeSlot = async (command: CreateRequest, now: Date): Promise<void> => {
    const { requestId, workspaceId, requestType, requester, approver, expiresAt } = command
    const { participantId: requesterId, userId } = requester
    const approverId = approver?.participantId ?? null
    const people = peopleIn(userId, approverId, command.eligible)
    const slot = { requestId, workspaceId, requesterId, approverId, expiresAt, ...people }
    await limits.take({ ...slot, requestType, requesterUserId: userId }, now)
    if (requestType === 'verification') await checks.open({ requestId, requesterUserId: userId, expiresAt })
  }

  const create = async (call: CreateCall) => {
    const { params, body, caller, now } = call
    requireValidBody(body)
    if (body.type === 'verification' && !body.proof) throw new Rejected('proof.missing')
    const workspaceId = params.id
    const preparation = await preparationOf(call)
    const requestId = preparation?.requestId ?? unpreparedId(call.commandId)
    const [access, kind, read] = await Promise.all([
      workspaceAccess(platform, workspaceId, call),
      kinds.find(workspaceId, body.kindId, call.load),
      call.load(requestDecider, requestStream(requestId)),
    ])
    const target = { decider: requestDecider, workspaceId, context: access.context }
    let creation: CreateRequest
    let hasSlot = false
    const earlier = ({ requester }: CreateRequest, id: string) => ({ id, workspaceId, requester, at: now })
    try {
      const { position, repeated } = await commands.execute({
        ...target,
        stream: requestStream(requestId),
        read,
        guard: async (_state, again) => {
          if (again) await access.admit({ again })
        },
        command: async () => {
          const { workspace, revision, member: requester } = await access.admit()
          const { approverId = null } = body
          const { userId } = requester
          const filled = await fillIn(body, { workspaceId, userId, requestId }, kind, workspace)
          const asking = { workspaceId, workspace, requester, kind, filled, now }
          const deciders = await findDeciders(platform, body, asking)
          const { eligible, parked } = deciders
          requireTaken(eligible, { requesterId: requester.participantId, requestType: body.type }, now)
          await requireUnlocked(call, workspaceId, eligible)
          if (body.calledBack) requireNumberOnFile(eligible, { approverId, now })
          const attached = await files.wanted(body.files ?? [], { workspaceId, userId, requestId })
          creation = {
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
                : { participantId: approverId, email: await emailOf(eligible[0]?.userId) },
            eligible,
            workspaceRevision: revision,
            filled,
            replaces: body.replaces ?? null,
            parked,
            ...(await sign(call, { requestId, requester, preparation, files: attached, filled, deciders })),
          }
          if (body.replaces) await replacing.require(earlier(creation, body.replaces))
          return creation
        },
        // Runs after the decider, so a request that it rejects takes no slot.
        async beforeAppend() {
          if (!hasSlot) await takeSlot(creation, now)
          hasSlot = true
          if (body.files) await files.claim(body.files, requestId, now)
          if (body.replaces) await replacing.withdraw(earlier(creation, body.replaces), access.context)
        },
      })
      const replyOf = requestReply(platform, requestId, { position, repeated, now })
      return {
        position,
        reply: async (behind: boolean) => withCallCheck(platform, await replyOf(behind), caller.userId),
      }
    } catch (error) {
      if (error instanceof RecordedRefusal)
        return recordRefusal(commands, { ...target, stream: refusedCreationStream(requestId) }, error)
      // If the outcome of the append is unknown, keep the slot: `limits.take` releases it later if the request does not exist.
      const isRefused = !(error instanceof Ambiguous || error instanceof Unavailable)
      if (hasSlot && isRefused) {
        await limits.giveBack({ requestId, requestType: body.type })
        await files.giveBack(requestId)
      }
      throw error
    }
  }
  routes.command(createRequest, create, creationAhead)
}
