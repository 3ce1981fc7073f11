import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { UserText } from '#shared/parts/UserText.tsx'

/** What an entry concerns: a name or title as typed. */
export const Target = ({ target }: { readonly target: HistoryEntry['target'] }) => (
  <UserText>{target.label ?? '–'}</UserText>
)
