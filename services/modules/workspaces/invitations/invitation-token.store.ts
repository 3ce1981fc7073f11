import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'

/** Tokens of invitation mails, by invitation id. */
export const invitationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'invitation')

/** Call before the append, so that no mail contains an unknown token. */
export const storeInvitationTokens = async (
  parts: MailTokenParts,
  events: readonly WorkspaceEvent[],
): Promise<void> => {
  const tokens = invitationTokens(parts)
  for (const { type, data } of events)
    if (type === 'ParticipantInvited')
      await tokens.remember(data.invitationId, data.generation, new Date(data.expiresAt))
}
