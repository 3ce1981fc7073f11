import type { Client } from '#contract/accounts/sessions.ts'
import { createMailTokens, type MailTokenParts } from '#platform/mail/mail-tokens.ts'

/** Tokens of confirmation mails, by user id. */
export const confirmationTokens = (parts: MailTokenParts) => createMailTokens(parts, 'confirm-email')

export const RESET_PURPOSES = { web: 'reset-password', mobile: 'reset-password-mobile' } as const

/** Tokens of reset mails, by user id. The web and the mobile page have separate ones. */
export const resetTokens = (parts: MailTokenParts, client: Client) =>
  createMailTokens(parts, RESET_PURPOSES[client])

const FIRST_PASSKEY_MS = 15 * 60_000

/**
 * For how long a super admin without a passkey may log in to add the first one: 15 minutes after the command line has created or reset
 * the account. A row of mail tokens says so; no mail has its token.
 */
export const firstPasskey = (parts: MailTokenParts) => {
  const tokens = createMailTokens(parts, 'super-admin-first-passkey')
  return {
    allow: async (userId: string, now: Date): Promise<void> =>
      void (await tokens.renew(userId, new Date(now.getTime() + FIRST_PASSKEY_MS))),
    async isAllowed(userId: string, now: Date): Promise<boolean> {
      const token = await tokens.current(userId)
      return token !== undefined && token.expiresAt > now
    },
  }
}

/** Tokens of mails that confirm a provider identity, by user id. */
export const identityTokens = (parts: MailTokenParts) => createMailTokens(parts, 'link-identity')
