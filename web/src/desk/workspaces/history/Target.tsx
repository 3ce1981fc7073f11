import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { UserText } from '#shared/parts/UserText.tsx'

/** The target of an entry: a name or title typed by a user. */
export const Target = ({ target }: { readonly target: HistoryEntry['target'] }) => (
  <UserText>{target.label ?? '–'}</UserText>
)
