import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'

/** Of the mail that invites, by invitation id. */
export const invitationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'invitation')

/** Before the facts exist, so that no mail can go out with a token that is not known. */
export const rememberInvited = async (
  parts: MailTokenParts,
  events: readonly WorkspaceEvent[],
): Promise<void> => {
  const tokens = invitationTokens(parts)
  for (const { type, data } of events)
    if (type === 'ParticipantInvited')
      await tokens.remember(data.invitationId, data.generation, new Date(data.expiresAt))
}
