import type { HistoryEntry, MailCounts } from '../workspaces/audit.ts'
import { inBoth } from './in-both.ts'

/** The texts about mails. The keys of the reasons are stored in events. */
export const MAIL_TEXTS = inBoth(
  {
    to: 'E-mail to',
    unknown: 'Deleted user',
    summary: (parts: string) => `E-mails ${parts}`,
    counts: {
      sent: (mails: number) => `sent: ${mails}`,
      perhapsSent: (mails: number) => `perhaps sent: ${mails}`,
      dropped: (mails: number) => `no longer needed: ${mails}`,
      failed: (mails: number) => `failed: ${mails}`,
    },
    states: {
      sent: 'sent',
      perhapsSent: 'perhaps sent',
      dropped: 'no longer needed',
      failed: 'failed',
    },
    reasons: {
      'a newer link replaced this one': 'a newer link replaced this one',
      'address or workspace were erased': 'address or workspace were deleted',
      'it goes on, or ended on another day': 'it goes on, or ended on another day',
      'it has ended': 'it has ended',
      'it has ended, or ends on another day': 'it has ended, or ends on another day',
      'the account was erased': 'the account was deleted',
      'the digest tells of it': 'a digest tells of it',
      'the mail server knows no such mailbox': 'no such mailbox: check the address',
      'the invitation has expired': 'the invitation has expired',
      'the invitation is not open any more': 'the invitation is not open any more',
      'the person left the workspace': 'the person left the workspace',
      'the person wants no such mails': 'the person wants no such e-mails',
      'the request is no longer pending': 'the request is no longer pending',
      'the workspace is closed': 'the workspace is closed',
    },
  },
  {
    to: 'E-Mail an',
    unknown: 'Gelöschter Benutzer',
    summary: (parts) => `E-Mails ${parts}`,
    counts: {
      sent: (mails) => `gesendet: ${mails}`,
      perhapsSent: (mails) => `möglicherweise gesendet: ${mails}`,
      dropped: (mails) => `nicht mehr nötig: ${mails}`,
      failed: (mails) => `nicht zustellbar: ${mails}`,
    },
    states: {
      sent: 'gesendet',
      perhapsSent: 'möglicherweise gesendet',
      dropped: 'nicht mehr nötig',
      failed: 'nicht zustellbar',
    },
    reasons: {
      'a newer link replaced this one': 'durch einen neueren Link ersetzt',
      'address or workspace were erased': 'Adresse oder Workspace wurde gelöscht',
      'it goes on, or ended on another day': 'es geht weiter oder endete an einem anderen Tag',
      'it has ended': 'es ist beendet',
      'it has ended, or ends on another day': 'es ist beendet oder endet an einem anderen Tag',
      'the account was erased': 'das Konto wurde gelöscht',
      'the digest tells of it': 'steht in einer Zusammenfassung',
      'the mail server knows no such mailbox': 'kein solches Postfach: prüfen Sie die Adresse',
      'the invitation has expired': 'die Einladung ist abgelaufen',
      'the invitation is not open any more': 'die Einladung ist nicht mehr offen',
      'the person left the workspace': 'die Person hat den Workspace verlassen',
      'the person wants no such mails': 'die Person möchte keine solchen E-Mails',
      'the request is no longer pending': 'die Anfrage ist nicht mehr offen',
      'the workspace is closed': 'der Workspace ist geschlossen',
    },
  },
)

export type MailTexts = (typeof MAIL_TEXTS)['en']

export const isAboutMails = ({ action }: Pick<HistoryEntry, 'action'>): boolean => action.startsWith('mail.')

/** The outcomes of the mails that an entry is about or that it caused. Null if there are none. */
export const mailCountsOf = ({ action, changes, mails }: HistoryEntry): MailCounts | null => {
  if (!isAboutMails({ action })) return mails
  const count = (outcome: string) => Number(changes.find(({ field }) => field === outcome)?.after ?? 0)
  return {
    sent: count('sent'),
    perhapsSent: count('perhapsSent'),
    dropped: count('dropped'),
    failed: count('failed'),
  }
}

/** The count of each state that occurs: `E-mails sent: 12, failed: 2`. */
export const mailWords = (counts: MailCounts, { counts: words, summary }: MailTexts): string => {
  const states = (['sent', 'perhapsSent', 'dropped', 'failed'] as const).filter((state) => counts[state] > 0)
  return summary(states.map((state) => words[state](counts[state])).join(', '))
}

/** Why a mail was not sent. An error of the mail server stays as it is. */
export const reasonWords = (reason: string, { reasons }: MailTexts): string =>
  (reasons as Readonly<Record<string, string>>)[reason] ?? reason
