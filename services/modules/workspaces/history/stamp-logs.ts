import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { askAuthority, type Stamped } from '#platform/time-stamps/ask-authority.ts'
import { createStampedLogs, type StampedLogTrouble } from '#platform/time-stamps/stamped-logs.ts'
import { logsToStamp, treeOf } from '#projections/audit/proof-queries.ts'
import { treeSigner } from './history-proofs.ts'

/** Other chores wait meanwhile. */
const AT_ONCE_MS = 10_000
const MAX_LOGS = 500

type Parts = Pick<Platform, 'clock' | 'config' | 'db' | 'log' | 'metrics'>

/**
 * Has the checkpoints of audit logs that have grown stamped by the authority at TIMESTAMP_URL, and keeps each stamp. Runs periodically.
 * What it stores is no fact: a log does not grow by being stamped.
 */
export const stampLogs = async (
  { clock, config, db, log, metrics }: Parts,
  alone: AbortSignal,
): Promise<void> => {
  const { TIMESTAMP_URL: url, TIMESTAMP_CERTIFICATE: certificate } = config
  if (url === undefined) return
  const trees = treeSigner(config)
  const logs = createStampedLogs({ db, config })
  const signal = AbortSignal.any([alone, AbortSignal.timeout(AT_ONCE_MS)])
  let isAway = false

  /** Undefined while facts of the log are dead letters. */
  const checkpointOf = async (workspaceId: string) => {
    try {
      const tree = await treeOf(db, workspaceId)
      return { size: tree.size, text: trees.textOf(workspaceId, tree) }
    } catch (error) {
      if (error instanceof Rejected) return undefined
      throw error
    }
  }

  const ask = async (
    workspaceId: string,
    text: string,
  ): Promise<Stamped | { trouble: StampedLogTrouble }> => {
    if (isAway) return { trouble: 'unreached' }
    const answer = await askAuthority(url, text, certificate === undefined ? [] : [certificate])
    if (!('trouble' in answer)) return answer
    isAway = answer.trouble === 'unreached'
    log.warn({ workspaceId, ...answer }, 'an audit log was not stamped')
    return answer
  }

  for (const workspaceId of await logsToStamp(db, { now: clock.now(), max: MAX_LOGS })) {
    if (signal.aborted) return
    const checkpoint = await checkpointOf(workspaceId)
    const answer = checkpoint ? await ask(workspaceId, checkpoint.text) : { trouble: 'unproved' as const }
    metrics.count('time_stamps_total', { outcome: 'trouble' in answer ? answer.trouble : 'stamped' })
    if ('trouble' in answer) await logs.noteTrouble(workspaceId, answer.trouble, clock.now())
    else await logs.noteStamped(workspaceId, checkpoint!, answer, clock.now())
  }
}
