import { refusal, type Membership } from '#contract/access.ts'
import { Rejected } from '#contract/errors.ts'
import { addDays, dateIn, isTimezone } from '#contract/workspaces/subscription/subscription.ts'
import { participantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'
import {
  completeOnboarding,
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  leaveWorkspace,
  relatedWorkspaces,
  updateSettings,
} from '#contract/workspaces/workspaces.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import type { Platform } from '#platform/platform.ts'
import { countsOf, participantsOf, workspaceById, workspacesOfUser } from '#projections/workspaces/queries.ts'
import { changeRoutes } from '#modules/workspaces/changes/changes.routes.ts'
import type { KindWriter } from '#modules/workspaces/changes/kind-changes.ts'
import { adminsHaveDevices, type Signers } from '#modules/workspaces/changes/signers.ts'
import { bulkInvitationRoutes } from '#modules/workspaces/invitations/bulk-invitations.routes.ts'
import { historyRoutes, type FromFacts } from '#modules/workspaces/history/history.routes.ts'
import { historyViewRoutes } from '#modules/workspaces/history/history-views.routes.ts'
import { liftRoutes } from '#modules/workspaces/protection/lifts.routes.ts'
import { billingAddressRoutes } from '#modules/workspaces/subscription/billing-address.ts'
import { changeEndsRoutes } from '#modules/workspaces/operator/change-ends.routes.ts'
import { workspaceListRoutes } from '#modules/workspaces/operator/list.routes.ts'
import { noteRoutes } from '#modules/workspaces/operator/notes.routes.ts'
import { readinessRoutes } from '#modules/workspaces/readiness/readiness.routes.ts'
import { severalParticipantRoutes } from '#modules/workspaces/several/joint-changes.routes.ts'
import { offerRoutes } from '#modules/workspaces/subscription/offers.routes.ts'
import { invitationRoutes, type Names } from '#modules/workspaces/invitations/invitations.routes.ts'
import { approvalMuteRoutes } from '#modules/workspaces/mutes/approval-mutes.routes.ts'
import { absenceRoutes } from '#modules/workspaces/absence/absence.routes.ts'
import { groupRoutes } from '#modules/workspaces/groups/groups.routes.ts'
import { participantRoutes } from '#modules/workspaces/participants/participants.routes.ts'
import { periodRoutes } from '#modules/workspaces/subscription/periods.routes.ts'
import { requireExpected, settingsAhead, settingsNow } from './expected-settings.ts'
import { askingCommands, workspaceAhead, workspaceCommands } from './workspace-commands.ts'
import { workspaceReply } from './workspace-reply.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'
import { memberOfUser } from './workspace.state.ts'
import { BILLING_BY_ADDRESS, BILLING_BY_WORKSPACE, WORKSPACES_BY_ACCOUNT } from './workspaces.rates.ts'

const DEFAULT_TIMEZONE = 'Europe/Berlin'
const DEFAULT_LIMIT = 50
/** Lets a repeated leave succeed after the caller has left. */
const LEFT: Membership = { role: 'regular user', active: false, approver: false, requester: false }
/** Lets a repeated deletion succeed after the workspace is closed. */
const DELETED: Membership = { ...LEFT, role: 'admin', active: true }

const requireTimezone = (timezone: string | undefined): void => {
  if (timezone !== undefined && !isTimezone(timezone))
    throw new Rejected('input.invalid', [{ field: 'timezone', problem: 'is not a known time zone' }])
}

export const workspaceRoutes = (
  routes: Routes,
  platform: Platform,
  {
    signers,
    names,
    kinds,
    fromFacts,
  }: {
    readonly signers: Signers
    readonly names: Names
    readonly kinds: KindWriter
    readonly fromFacts: FromFacts
  },
): void => {
  const { config, commands, db, throttle } = platform
  const onWorkspace = workspaceCommands(platform)
  const asking = askingCommands(platform)
  const hashOf = (email: string) => addressHash(config.ADDRESS_KEY, email)
  changeRoutes(routes, platform, { signers, kinds })
  liftRoutes(routes, platform)
  invitationRoutes(routes, platform, names)
  bulkInvitationRoutes(routes, platform)
  participantRoutes(routes, platform)
  groupRoutes(routes, platform)
  absenceRoutes(routes, platform)
  readinessRoutes(routes, platform)
  approvalMuteRoutes(routes, platform)
  severalParticipantRoutes(routes, platform)
  periodRoutes(routes, platform)
  workspaceListRoutes(routes, platform)
  changeEndsRoutes(routes, platform)
  noteRoutes(routes, platform)
  historyRoutes(routes, platform, fromFacts)
  historyViewRoutes(routes, platform)
  offerRoutes(routes, platform)
  billingAddressRoutes(routes, platform)

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
    const named = await names.told(userId)
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
        creator: { userId, email, addressHash: hashOf(email) },
        ...(named && { named }),
      },
      beforeAppend: runOnce(() => throttle.require(WORKSPACES_BY_ACCOUNT, userId, now)),
    })
    return { position, reply: workspaceReply(platform, { workspaceId, position, repeated, now }) }
  })

  const changeSettings = async (call: Call<typeof updateSettings>) => {
    const { billingUser: email, expected, ...changed } = call.body
    requireTimezone(changed.timezone)
    const billing = email !== undefined && { billing: { email, addressHash: hashOf(email) } }
    const ahead = settingsAhead(platform, call)
    return asking(call, {
      asks: {
        ...(changed.peopleProtected === true && {
          adminsHaveDevices: (state) => adminsHaveDevices(signers, state, call.now),
        }),
      },
      async command(_, read) {
        const current = await settingsNow(platform, call, read, ahead)
        if (expected) requireExpected(expected, current)
        return { type: 'ChangeSettings', ...changed, ...billing, current }
      },
      ...(billing && {
        beforeAppend: runOnce(async () => {
          await throttle.require(BILLING_BY_WORKSPACE, call.params.id, call.now)
          await throttle.require(BILLING_BY_ADDRESS, billing.billing.addressHash, call.now)
        }),
      }),
      reply: (done) => workspaceReply(platform, done),
    })
  }
  routes.command(updateSettings, changeSettings, workspaceAhead)

  routes.command(completeOnboarding, (call) =>
    onWorkspace(call, {
      command: { type: 'CompleteOnboarding' },
      reply: () => () => ({ success: true, needsOnboarding: false }),
    }),
  )

  routes.command(leaveWorkspace, (call) =>
    onWorkspace(call, {
      command: { type: 'LeaveWorkspace', userId: call.caller.userId },
      reply: () => () => ({}),
      formerMember: LEFT,
    }),
  )

  routes.command(deleteWorkspace, (call) =>
    asking(call, {
      command: { type: 'DeleteWorkspace', now: call.now },
      reply: () => () => ({}),
      formerMember: DELETED,
    }),
  )

  routes.query(getWorkspace, async ({ params, now }) => {
    const workspace = await workspaceById(db, params.id, now)
    if (!workspace) throw new Rejected('workspace.not-found')
    return workspace
  })

  routes.query(workspaceParticipants, async ({ params, query, now, raw }) => {
    const page = { limit: DEFAULT_LIMIT, ...query }
    const { items, nextCursor, total } = await participantsOf(db, params.id, page, now)
    raw.reply.header('X-Total-Count', total)
    if (nextCursor !== null) raw.reply.header('X-Next-Cursor', nextCursor)
    return items.map((participant) => ({ participant }))
  })

  routes.query(participantCounts, ({ params, now }) => countsOf(db, params.id, now))

  routes.query(relatedWorkspaces, async ({ caller, query, now }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const { items, nextCursor } = await workspacesOfUser(db, caller.userId, { limit, cursor }, now)
    return { userWorkspaces: items, nextCursor }
  })
}
