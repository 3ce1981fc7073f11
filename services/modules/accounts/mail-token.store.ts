import type { Client } from '#contract/accounts/sessions.ts'
import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'

/** Of the mail that asks whether an address is theirs, by user id. */
export const confirmationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'confirm-email')

export const RESET_PURPOSES = { web: 'reset-password', mobile: 'reset-password-mobile' } as const

/** Of the mail by which a password is set, by user id; each page has its own. */
export const resetTokens = (parts: MailTokenParts, client: Client) =>
  createMailTokens(parts, RESET_PURPOSES[client])

/** Of the mail that asks whether a provider's identity may open the account, by user id. */
export const identityTokens = (parts: MailTokenParts) => createMailTokens(parts, 'link-identity')
