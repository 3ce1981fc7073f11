import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'

/** Of the mail that invites, by invitation id. */
export const invitationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'invitation')
