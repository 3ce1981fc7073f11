import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { Typed } from '#shared/parts/Typed.tsx'

/** What an entry concerns: a name or title as typed. */
export const Target = ({ target }: { readonly target: HistoryEntry['target'] }) => (
  <Typed>{target.label ?? '–'}</Typed>
)
