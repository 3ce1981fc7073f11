import { createRequest } from '#contract/requests.ts'
import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { Ambiguous, Unavailable } from '#platform/event-store/event-store.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import { askedIn } from './asked.ts'
import { isOpen, requestDecider, type CreateRequest } from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { requestReply } from './request-reply.ts'
import { createSlots, type Holder } from './slot.store.ts'
import { standingIn } from './standing.ts'

const SEVEN_DAYS = 7 * 86_400
const PER_HOUR = 10
/** A slot without a request is one in the making, or the remains of a crash. */
const IN_THE_MAKING_MS = 60_000

const requireOneAddressee = ({ approverId, anyApprover }: Body<typeof createRequest>): void => {
  if ((approverId === undefined) !== (anyApprover === undefined)) return
  const problem = 'exactly one of approverId and anyApprover is needed'
  throw new Rejected('input.invalid', [
    { field: 'approverId', problem },
    { field: 'anyApprover', problem },
  ])
}

export const creationRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, config, db } = platform
  const slots = createSlots(db)

  const emailOf = async (userId: string | undefined): Promise<string | null> =>
    (userId && (await userById(db, userId))?.email) || null

  const isFree = async ({ requestId, takenAt }: Holder, now: Date): Promise<boolean> => {
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    return state.kind === 'none' ? now.getTime() - takenAt.getTime() > IN_THE_MAKING_MS : !isOpen(state, now)
  }

  const takeSlot = async (
    command: CreateRequest,
    { now, raw }: Call<typeof createRequest>,
  ): Promise<void> => {
    const { requestId, workspaceId, requester, approver, expiresAt } = command
    const approverId = approver?.participantId ?? null
    const slot = { requestId, workspaceId, requesterId: requester.participantId, approverId, expiresAt }
    for (;;) {
      const taking = await slots.take(slot, PER_HOUR * config.RATE_FACTOR, now)
      if (taking.outcome === 'taken') return
      if (taking.outcome === 'too-many') {
        const retryAfterSeconds = Math.ceil(taking.retryAfterMs / 1_000)
        void raw.reply.header('Retry-After', retryAfterSeconds)
        throw new Rejected('request.too-many', [{ retryAfterSeconds }])
      }
      const free: string[] = []
      for (const holder of taking.holders) if (await isFree(holder, now)) free.push(holder.requestId)
      if (free.length === 0) throw new Rejected('request.limit')
      await slots.free(free)
    }
  }

  routes.command(createRequest, async (call) => {
    const { params, body, caller, now } = call
    requireOneAddressee(body)
    const workspaceId = params.id
    const requestId = derivedId(call.commandId, 'request')
    const standing = await standingIn(platform, workspaceId, call)
    let made: CreateRequest
    let hasSlot = false
    const { position, repeated } = await commands
      .execute({
        decider: requestDecider,
        stream: requestStream(requestId),
        workspaceId,
        context: standing.context,
        guard: async (_state, again) => {
          if (again) await standing.admit({ again })
        },
        command: async () => {
          const { workspace, revision, member: requester } = await standing.admit()
          const { approverId = null } = body
          const asked = askedIn(workspace, { requesterUserId: requester.userId, approverId })
          const details = body.details || null
          made = {
            type: 'CreateRequest',
            requestId,
            workspaceId,
            requestType: body.type,
            title: body.title,
            details,
            salt: randomToken(),
            requester: { ...requester, email: caller.account?.email ?? null },
            approver:
              approverId === null
                ? null
                : { participantId: approverId, email: await emailOf(asked[0]?.userId) },
            asked,
            expiresAt: new Date(now.getTime() + (body.expiresIn ?? SEVEN_DAYS) * 1_000),
            workspaceRevision: revision,
          }
          return made
        },
        // What the rules refuse takes no slot.
        async beforeAppend() {
          if (!hasSlot) await takeSlot(made, call)
          hasSlot = true
        },
      })
      .catch(async (error: unknown) => {
        // Where nobody knows whether the fact was written, the slot stays until somebody asks for it.
        const isRefused = !(error instanceof Ambiguous || error instanceof Unavailable)
        if (hasSlot && isRefused) await slots.giveBack(requestId)
        throw error
      })
    return { position, reply: requestReply(platform, requestId, { position, repeated, now }) }
  })
}
