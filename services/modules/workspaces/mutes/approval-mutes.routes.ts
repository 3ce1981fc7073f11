import { Rejected } from '#contract/errors.ts'
import { muteApprovals } from '#contract/workspaces/approving/mute-approvals.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceOfParticipant } from '#projections/workspaces/queries.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { memberOfUser } from '#modules/workspaces/workspace.state.ts'
import { approvalsMutedUntil } from '#modules/workspaces/participants/approval-mute.state.ts'

export const approvalMuteRoutes = (routes: Routes, platform: Platform): void => {
  const onWorkspace = workspaceCommands(platform)

  routes.command(muteApprovals, async (call) => {
    const { body, caller, now } = call
    const { userId } = caller
    const workspaceId = await workspaceOfParticipant(platform.db, body.participantId)
    if (workspaceId === undefined) throw new Rejected('participant.not-found')
    const { position, state } = await onWorkspace(
      { ...call, params: { id: workspaceId } },
      { command: { type: 'MuteApprovals', userId, now, ...body }, reply: () => () => null },
    )
    const mutes = memberOfUser(state, userId)?.mutes ?? []
    return { position, reply: () => ({ until: approvalsMutedUntil(mutes, body.participantId, now) }) }
  })
}
