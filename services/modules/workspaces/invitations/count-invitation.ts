import { runOnce } from '#platform/primitives/run-once.ts'
import type { Platform } from '#platform/platform.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { INVITATIONS_BY_ADDRESS, invitationRate } from '#modules/workspaces/workspaces.rates.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { storeInvitationTokens } from './invitation-token.store.ts'

/** Counts an invitation once across all attempts of a command, and stores its token. Runs before the append. */
export const countInvitation = (platform: Platform, now: Date) => {
  const { throttle } = platform
  let counted: (() => Promise<void>) | undefined
  return async (events: readonly WorkspaceEvent[], before: WorkspaceState): Promise<void> => {
    for (const { type, data } of events)
      if (type === 'ParticipantInvited')
        await (counted ??= runOnce(async () => {
          await throttle.require(invitationRate(before, now), data.workspaceId, now)
          await throttle.require(INVITATIONS_BY_ADDRESS, data.addressHash, now)
        }))()
    await storeInvitationTokens(platform, events)
  }
}
