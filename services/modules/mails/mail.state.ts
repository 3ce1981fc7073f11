import type { MailOutcome } from './mail.events.ts'

/**
 * The reason of a sent mail of which nobody knows whether the mail server took it. Programs that do not know this reason read the
 * mail as sent.
 */
export const PERHAPS_SENT = 'perhaps sent'

/** The reason of a mail that was not sent because a digest tells of it. */
export const IN_DIGEST = 'the digest tells of it'

/** The reason of a mail that was given up at once. */
export const NO_MAILBOX = 'the mail server knows no such mailbox'

/** What the audit log and the ledger say of a mail. */
export type MailResult = MailOutcome['outcome'] | 'perhapsSent'

/** Returns what became of a mail, from its recorded outcome and reason. */
export const resultOf = ({ outcome, reason }: Pick<MailOutcome, 'outcome' | 'reason'>): MailResult =>
  outcome === 'sent' && reason === PERHAPS_SENT ? 'perhapsSent' : outcome
