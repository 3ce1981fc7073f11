import type { Client } from '#contract/accounts/sessions.ts'
import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'

/** Tokens of confirmation mails, by user id. */
export const confirmationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'confirm-email')

export const RESET_PURPOSES = { web: 'reset-password', mobile: 'reset-password-mobile' } as const

/** Tokens of reset mails, by user id. The web and the mobile page have separate ones. */
export const resetTokens = (parts: MailTokenParts, client: Client) =>
  createMailTokens(parts, RESET_PURPOSES[client])

/** Tokens of mails that confirm a provider identity, by user id. */
export const identityTokens = (parts: MailTokenParts) => createMailTokens(parts, 'link-identity')
