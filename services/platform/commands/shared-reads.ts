import type { Commands } from './execute-command.ts'

/** What was read longer ago is read again: work on facts that came together may take long. */
const RECENT_MS = 1_000

/**
 * The streams for work on facts that came at `since` (by `performance.now()`): a read that began after they came, and within the last
 * second, knows them and all before them, so later calls share it.
 */
export const sharedReads = (
  { loadSince, loadAt }: Pick<Commands, 'loadSince' | 'loadAt'>,
  since: number,
): Pick<Commands, 'load' | 'loadAt'> => ({
  loadAt,
  load: (fold, stream) => loadSince(fold, stream, Math.max(since, performance.now() - RECENT_MS)),
})
