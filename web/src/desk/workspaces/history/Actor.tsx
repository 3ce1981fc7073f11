import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { auditTexts } from './texts/audit-texts.ts'

/** The actor of an entry: a person, the system, or a deleted user. */
export const Actor = ({ entry }: { readonly entry: HistoryEntry }) => {
  const text = auditTexts.use()
  if (entry.actor.email) return <PersonLine of={entry.actor} erased={text.erased} />
  return <span className="muted">{entry.actor.userId ? text.erased : text.system}</span>
}
