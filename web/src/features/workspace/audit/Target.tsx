import type { HistoryEntry } from '#contract/workspaces.ts'
import { valueTexts, valueWords } from './value-words.ts'

/** What an entry concerns: a name or title as typed; of a mail, what it was about. */
export const Target = ({ target }: { readonly target: HistoryEntry['target'] }) => {
  const words = valueTexts.use()
  return target.kind === 'mail' ? valueWords('mail', target.label, words) : (target.label ?? '–')
}
