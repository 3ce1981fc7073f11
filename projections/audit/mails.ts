import type { MailEvent, MailOutcome } from '#modules/mails/mail.events.ts'
import { NO_MAILBOX, PERHAPS_SENT, resultOf } from '#modules/mails/mail.state.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import type { From } from '../engine/definition/projection.ts'
import type { Described } from './described.ts'
import type { AuditTables } from './tables.ts'

/**
 * Mails in the audit log: each mail is a row, and all mails of one cause share one entry, made from the final fact.
 * The chain of the mail stream covers the facts before it.
 */
export type MailFact = Fact<MailEvent>

/** The target of an earlier entry. */
export type Cause = Pick<Described['target'], 'kind' | 'id'>

export const isMailFact = (fact: Fact): fact is MailFact => fact.type === 'MailOutcomesRecorded'

/** Reads the causes of these facts by event id, except those in the same batch. */
export const causesOf = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
): Promise<Map<string, Cause>> => {
  const ids = facts.filter(isMailFact).flatMap(({ data }) => (data.isFinal ? [data.causeId] : []))
  const rows = ids.length === 0 ? [] : await from('audit_entries').whereIn('id', ids)
  return new Map(
    rows.map(({ id, target_kind, target_id }) => [id, { kind: target_kind as Cause['kind'], id: target_id }]),
  )
}

/** Puts a row for each mail. The fact must belong to a workspace. */
export const putMails = (
  { data, metadata }: MailFact,
  changes: Changes<AuditTables>,
  perhapsSent: Map<string, number>,
): void => {
  const { causeId, outcomes } = data
  const here = outcomes.filter((mail) => resultOf(mail) === 'perhapsSent').length
  perhapsSent.set(causeId, (perhapsSent.get(causeId) ?? 0) + here)
  for (const mail of outcomes) {
    const { purpose, recipient, reason } = mail
    changes.put('audit_mails', {
      workspace_id: metadata.workspaceId!,
      cause_id: causeId,
      purpose,
      recipient,
      outcome: resultOf(mail),
      reason: reason === PERHAPS_SENT ? null : (reason ?? null),
      at: metadata.at,
    })
    noteDelivery({ workspace_id: metadata.workspaceId!, recipient }, mail, metadata.at, changes)
  }
}

/** A mail that was perhaps sent says nothing new. */
const noteDelivery = (
  to: { readonly workspace_id: string; readonly recipient: string },
  mail: MailOutcome,
  at: string,
  changes: Changes<AuditTables>,
): void => {
  const result = resultOf(mail)
  const why = mail.reason === NO_MAILBOX ? 'no-mailbox' : 'given-up'
  if (result === 'sent') changes.remove('audit_undelivered', to)
  if (result === 'failed') changes.put('audit_undelivered', { ...to, why, at })
}

/** Describes the entry of a cause's mails, with the target of the cause. Throws when the cause has no entry. */
export const describeMails = (
  { causeId, ...data }: MailEvent['data'],
  target: Cause | undefined,
  perhapsSent: number,
): Described => {
  if (!target) throw new Error(`the cause of these mails has no entry: ${causeId}`)
  const { sent, dropped, failed } = data
  const counted = { sent: sent - perhapsSent, perhapsSent, dropped, failed }
  const changes = (['sent', 'perhapsSent', 'dropped', 'failed'] as const)
    .filter((outcome) => counted[outcome] > 0)
    .map((outcome) => ({ field: outcome, before: null, after: counted[outcome] }))
  const about = { target: { kind: target.kind, id: target.id }, causeId, changes }
  if (failed > 0) return { action: 'mail.failed', outcome: 'refused', ...about }
  return sent > 0
    ? { action: 'mail.sent', ...about }
    : { action: 'mail.dropped', outcome: 'closed', ...about }
}
