import type { AuditAction, AuditField, AuditTarget, MailCounts } from '#contract/workspaces/audit.ts'
import type { KeptEvidence } from '#platform/secrets/evidence.ts'
import type { DeviceField } from './entries/devices.ts'

/** One changed field of an entry. */
export type Changed<Field extends string = string> = {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}

export type Fields = { readonly [F in AuditField]?: unknown }

/**
 * The audit entry of one fact, before it is compared with the known state of its target. Personal values are
 * `Owned`.
 */
export type Described = {
  readonly action: AuditAction
  readonly target: { readonly kind: AuditTarget; readonly id: string; readonly label?: unknown }
  /** The target's new field values. */
  readonly fields?: Fields
  /** Changes that belong to the fact and not to its target's state, such as the mail counts. */
  readonly changes?: readonly Changed<
    | keyof MailCounts
    | 'format'
    | 'details'
    | 'declineReason'
    | 'onBehalfOf'
    | 'glassReason'
    | 'note'
    | 'fileNames'
    | 'requester'
    | 'approver'
    | 'askedBy'
    | DeviceField
  >[]
  /** The fact that caused the mails. Only for entries about mails. */
  readonly causeId?: string
  /** The known state of the target is dropped. */
  readonly forgets?: true
  readonly outcome?: 'refused' | 'closed'
  readonly assurance?: string
  /** The proof of a device's signature. */
  readonly evidence?: KeptEvidence
}

/** Keeps the fields that the fact names. An absent field is unchanged, not empty. */
export const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
