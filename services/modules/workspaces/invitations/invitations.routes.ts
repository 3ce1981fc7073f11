import { Rejected } from '#contract/errors.ts'
import {
  acceptInvite,
  invitation,
  inviteParticipant,
  resendInvite,
  revokeInvite,
} from '#contract/workspaces/invitations.ts'
import { zoneOf } from '#contract/workspaces/subscription/subscription.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { TOKENS_BY_CALLER } from '#platform/mail/mail-tokens.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { hasVerifiedAccount } from '#projections/users/queries.ts'
import { invitationById, invitedTo, participantIn } from '#projections/workspaces/queries.ts'
import type { AccountName } from '#modules/workspaces/name.decider.ts'
import { requireFlag, type AcceptInvitation } from './invitation.decider.ts'
import { countInvitation } from './count-invitation.ts'
import { invitationTokens } from './invitation-token.store.ts'
import { askingCommands, workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { participantReply } from '#modules/workspaces/workspace-reply.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'

/** What people say about themselves. Provided by the accounts module. */
export type Names = {
  told(userId: string): Promise<AccountName | null>
  change(
    call: Pick<Call<typeof acceptInvite>, 'caller' | 'contextOf' | 'now'>,
    wanted: { readonly name?: string; readonly proposedZone: string | undefined },
  ): Promise<unknown>
}

export const invitationRoutes = (routes: Routes, platform: Platform, names: Names): void => {
  const { config, commands, db, throttle } = platform
  const tokens = invitationTokens(platform)
  const onWorkspace = workspaceCommands(platform)
  const asking = askingCommands(platform)

  routes.command(inviteParticipant, async (call) => {
    const { body, caller, commandId, now } = call
    requireFlag(body)
    const hash = addressHash(config.ADDRESS_KEY, body.email)
    return asking(call, {
      command: {
        type: 'InviteParticipant',
        ...body,
        participantId: derivedId(commandId, 'participant'),
        invitationId: derivedId(commandId, 'invitation'),
        addressHash: hash,
        invitedBy: caller.userId,
        language: caller.account?.language ?? call.language,
        now,
      },
      beforeAppend: countInvitation(platform, now),
      reply: (done) => participantReply(platform, done, { address_hash: hash }),
    })
  })

  routes.command(resendInvite, (call) => {
    const { body, caller, now, params } = call
    const { participantId } = body
    return asking(call, {
      async command() {
        const invited = await participantIn(db, params.id, { id: participantId }, now)
        if (typeof invited?.email !== 'string') throw new Rejected('participant.not-found')
        return {
          type: 'ResendInvitation',
          participantId,
          email: invited.email,
          invitedBy: caller.userId,
          language: caller.account?.language ?? call.language,
          now,
        }
      },
      beforeAppend: countInvitation(platform, now),
      reply: (done) => participantReply(platform, done, { id: participantId }),
    })
  })

  routes.command(revokeInvite, (call) => {
    const { participantId } = call.body
    return onWorkspace(call, {
      command: { type: 'RevokeInvitation', participantId },
      reply: (done) => participantReply(platform, done, { id: participantId }),
    })
  })

  routes.query(invitation, ({ params, query, now, raw }) =>
    throttle.judge([TOKENS_BY_CALLER, raw.request.ip], now, async () => {
      const { invitationUuid } = params
      const { verificationToken: secret } = query
      const open = await invitationById(db, invitationUuid, now)
      if (!open) throw new Rejected('invitation.not-found')
      const { role, email, name, workspaceName } = open
      if (secret === undefined) return { role }
      const token = await tokens.find(secret, now)
      if (token?.subjectId !== invitationUuid) throw new Rejected('invitation.not-found')
      const hasAccount = await hasVerifiedAccount(db, open.addressHash)
      const account = hasAccount ? ('exists' as const) : ('none' as const)
      return { role, email, name, workspaceName, account }
    }),
  )

  routes.command(acceptInvite, async (call) => {
    const { caller, now } = call
    const invitationId = call.params.id
    const user = caller.role === 'super admin' ? null : caller.account
    const target = await invitedTo(db, invitationId)
    if (!user?.verified || user.email === null || !target) throw new Rejected('invitation.not-found')
    const { workspaceId, role } = target
    const { userId } = caller
    const hash = addressHash(config.ADDRESS_KEY, user.email)
    const stream = workspaceStream(workspaceId)
    const accept: AcceptInvitation = {
      type: 'AcceptInvitation',
      invitationId,
      userId,
      email: user.email,
      addressHash: hash,
      now,
    }
    const { name } = call.body
    const proposedZone = zoneOf(call.body)
    if (name || proposedZone) {
      // Throws before anything has changed.
      workspaceDecider.decide(accept, (await commands.load(workspaceDecider, stream)).state)
      await names.change(call, { ...(name && { name }), proposedZone })
    }
    const named = await names.told(userId)
    const { position, revision, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream,
      workspaceId,
      context: call.contextOf({ kind: 'user', userId, role }),
      command: { ...accept, ...(named && { named }) },
    })
    const done = { workspaceId, position, revision, repeated, now }
    return { position, reply: participantReply(platform, done, { address_hash: hash }) }
  })
}
