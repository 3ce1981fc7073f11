import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import type { Phrase } from '#modules/mails/letter.ts'
import type { Proof } from './proof-words.mails.ts'

/** The event's entry in the audit log. A recipient who keeps the mail can later prove the entry. */
export type AuditEntry = { readonly sequence: number; readonly hash: string }

/** `who` acted or is asked, `isYou`: it is the reader. A colon and the title of the request follow the subject. */
export type Kind = {
  readonly kind: string
  readonly subject: (who: string, isYou: boolean) => string
  readonly text: (who: Phrase) => Phrase
}

/** Texts that differ by type: an approval is approved, a verification is verified. */
type TypeWords = {
  readonly everybody: string
  readonly created: Kind & { readonly note: string; readonly unexpected: string }
  readonly approved: Omit<Kind, 'text'> & { readonly text: (who: Phrase, proof: Proof) => Phrase }
  readonly withdrawn: Kind
  /** `next`: what its reader may do, who asked or who was asked. */
  readonly expired: Kind & { readonly next: Readonly<Record<'requester' | 'asked', Phrase>> }
  readonly 'approver-unavailable': Kind
}

/** Reasons whose texts do not differ by type. */
type Reason = 'declined' | Exclude<ClosedReason, keyof TypeWords>

export type Words = {
  readonly erased: string
  readonly untitled: string
  readonly time: (time: string, zone: string) => string
  readonly facts: Readonly<
    Record<
      | 'from'
      | 'to'
      | 'workspace'
      | 'asked'
      | 'until'
      | 'reason'
      | 'files'
      | 'id'
      | 'standsInFor'
      | 'decidedFor',
      string
    >
  >
  readonly open: string
  readonly entry: (entry: AuditEntry) => string
  /** Below a copy to somebody who is said to have acted. `report` names the button of the phone. */
  readonly notYou: Readonly<Record<'asked' | 'acted' | 'notMe' | 'suspicious', string>> & {
    readonly report: (button: string) => string
  }
  readonly ended: Readonly<Record<Reason, Kind>> & { readonly reason: string }
  readonly alert: Readonly<Record<Alert, Kind>> & { readonly reason: string }
} & Readonly<Record<Request['type'], TypeWords>>
