import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { auditTexts } from './texts/audit-texts.ts'

/** Who did it: the address, the product itself, or somebody whose account was erased since. */
export const Actor = ({ entry }: { readonly entry: HistoryEntry }) => {
  const text = auditTexts.use()
  if (entry.actor.email) return entry.actor.email
  return <span className="muted">{entry.actor.userId ? text.erased : text.system}</span>
}
