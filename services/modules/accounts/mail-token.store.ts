import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'

/** Of the mail that asks whether an address is theirs, by user id. */
export const confirmationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'confirm-email')

/** Of the mail that asks whether a provider's identity may open the account, by user id. */
export const identityTokens = (parts: MailTokenParts) => createMailTokens(parts, 'link-identity')
