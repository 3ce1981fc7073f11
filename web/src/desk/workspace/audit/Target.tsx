import type { HistoryEntry } from '#contract/audit.ts'
import { Typed } from '../../../shared/Typed.tsx'

/** What an entry concerns: a name or title as typed. */
export const Target = ({ target }: { readonly target: HistoryEntry['target'] }) => (
  <Typed>{target.label ?? '–'}</Typed>
)
