import type { Outcome } from '#platform/effects/effect-ledger.ts'
import type { MailOutcome } from './mail.events.ts'

/**
 * The reason of a sent mail of which nobody knows whether the mail server took it. Programs that do not know this reason read the
 * mail as sent.
 */
export const PERHAPS_SENT = 'perhaps sent'

export type MailResult = Outcome

export const resultOf = ({ outcome, reason }: Pick<MailOutcome, 'outcome' | 'reason'>): MailResult =>
  outcome === 'sent' && reason === PERHAPS_SENT ? 'perhapsSent' : outcome
