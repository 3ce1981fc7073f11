import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { auditTexts } from './texts/audit-texts.ts'

/** The actor of an entry: an address, the system, or a deleted user. */
export const Actor = ({ entry }: { readonly entry: HistoryEntry }) => {
  const text = auditTexts.use()
  if (entry.actor.email) return entry.actor.email
  return <span className="muted">{entry.actor.userId ? text.erased : text.system}</span>
}
