import { refusal, type Membership } from '#contract/access.ts'
import { historyMails, workspaceHistory } from '#contract/audit.ts'
import { Rejected } from '#contract/errors.ts'
import { addDays, dateIn, isTimezone } from '#contract/subscription.ts'
import {
  createWorkspace,
  getWorkspace,
  leaveWorkspace,
  relatedWorkspaces,
  updateSettings,
  workspaceParticipants,
} from '#contract/workspaces.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { historyMailsOf, historyOf } from '#projections/audit/queries.ts'
import { participantsOf, workspaceById, workspacesOfUser } from '#projections/workspaces/queries.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { workspaceReply } from './workspace-reply.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'
import { isActive, memberOfUser, workspaceFold } from './workspace.state.ts'
import { WORKSPACES_BY_ACCOUNT } from './workspaces.rates.ts'

const DEFAULT_TIMEZONE = 'Europe/Berlin'
const DEFAULT_LIMIT = 50
/** Whoever has left may hear again that they have. */
const LEFT: Membership = { role: 'regular user', active: false, approver: false, requester: false }

const requireTimezone = (timezone: string | undefined): void => {
  if (timezone !== undefined && !isTimezone(timezone))
    throw new Rejected('input.invalid', [{ field: 'timezone', problem: 'is no known time zone' }])
}

/** Workspaces, their participants and invitations over HTTP. */
export const workspaceRoutes = (routes: Routes, platform: Platform): void => {
  const { config, commands, db, throttle } = platform
  invitationRoutes(routes, platform)

  routes.command(createWorkspace, async (call) => {
    const { body, caller, commandId, now } = call
    const { userId } = caller
    const timezone = body.timezone ?? DEFAULT_TIMEZONE
    requireTimezone(timezone)
    const email = caller.account?.email
    if (!email) throw new Rejected('session.ended')
    const workspaceId = derivedId(commandId, 'workspace')
    const trialStartsOn = dateIn(timezone, now)
    const { name, description } = body
    let counted = false
    const { position, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: call.contextOf({ kind: 'user', userId, role: 'admin' }),
      guard: (state, again) => {
        const code = again && refusal(getWorkspace.access, memberOfUser(state, userId))
        if (code) throw new Rejected(code)
      },
      command: {
        type: 'CreateWorkspace',
        workspaceId,
        participantId: derivedId(commandId, 'participant'),
        name,
        ...(description && { description }),
        timezone,
        trialStartsOn,
        trialEndsOn: addDays(trialStartsOn, config.TRIAL_DAYS),
        creator: { userId, email, addressHash: addressHash(config.ADDRESS_KEY, email) },
      },
      async beforeAppend() {
        if (!counted) await throttle.require(WORKSPACES_BY_ACCOUNT, userId, now)
        counted = true
      },
    })
    return { position, reply: workspaceReply(platform, { workspaceId, position, repeated, now }) }
  })

  routes.command(updateSettings, async (call) => {
    const { body, caller, now } = call
    const { userId } = caller
    const workspaceId = call.params.id
    requireTimezone(body.timezone)
    const { billingUser, description, name, timezone } = body
    const { position, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: call.contextOf({ kind: 'user', userId, role: 'admin' }),
      guard: (state, again) => call.guard(memberOfUser(state, userId), again || isActive(state, now)),
      command: {
        type: 'ChangeSettings',
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(billingUser !== undefined && {
          billing: { email: billingUser, addressHash: addressHash(config.ADDRESS_KEY, billingUser) },
        }),
        ...(timezone !== undefined && { timezone }),
      },
    })
    return { position, reply: workspaceReply(platform, { workspaceId, position, repeated, now }) }
  })

  routes.command(leaveWorkspace, async (call) => {
    const { caller, now } = call
    const { userId } = caller
    const workspaceId = call.params.id
    const stream = workspaceStream(workspaceId)
    const { state: before } = await commands.load(workspaceFold, stream)
    const { position } = await commands.execute({
      decider: workspaceDecider,
      stream,
      workspaceId,
      context: call.contextOf({ kind: 'user', userId, role: memberOfUser(before, userId)?.role ?? null }),
      guard: (state, again) =>
        call.guard(memberOfUser(state, userId) ?? (again ? LEFT : undefined), isActive(state, now)),
      command: { type: 'LeaveWorkspace', userId },
    })
    return { position, reply: () => ({}) }
  })

  routes.query(getWorkspace, async ({ params, now }) => {
    const workspace = await workspaceById(db, params.id, now)
    if (!workspace) throw new Rejected('workspace.not-found')
    return workspace
  })

  routes.query(workspaceParticipants, async ({ params, query, now, raw }) => {
    const { limit = DEFAULT_LIMIT, cursor, q } = query
    const { items, nextCursor, total } = await participantsOf(db, params.id, { limit, cursor, q }, now)
    raw.reply.header('X-Total-Count', total)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items.map((participant) => ({ participant }))
  })

  routes.query(relatedWorkspaces, async ({ caller, query, now }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const { items, nextCursor } = await workspacesOfUser(db, caller.userId, { limit, cursor }, now)
    return { userWorkspaces: items, nextCursor }
  })

  routes.query(workspaceHistory, ({ params, query }) => historyOf(db, params.id, query))

  routes.query(historyMails, async ({ params, query, raw }) => {
    const { items, nextCursor } = await historyMailsOf(db, params.id, query)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })
}
