import { Rejected } from '#contract/errors.ts'
import { witnessesIn, type Witness } from '#platform/config/witness-settings.ts'
import type { Platform } from '#platform/platform.ts'
import { askWitness, type Answer } from '#platform/witnesses/ask-witness.ts'
import { createWitnessedLogs, type LogTrouble, type Tree } from '#platform/witnesses/witnessed-logs.ts'
import { consistencyOf, logsToShow, treeOf, type DueLog } from '#projections/audit/proof-queries.ts'
import { treeSigner } from './history-proofs.ts'
import { noticeContradiction } from './notice-contradiction.ts'

/** A log that does not grow is shown again: a change of its past would show in no other way. */
const AGAIN_MS = 6 * 60 * 60_000
/** Other chores wait meanwhile. */
const AT_ONCE_MS = 10_000
const MAX_LOGS = 500

type Parts = Pick<Platform, 'clock' | 'commands' | 'config' | 'db' | 'log' | 'metrics'>
type Outcome = Exclude<Answer, { readonly knows: number }> | { readonly trouble: LogTrouble }

/**
 * Shows the checkpoints of audit logs that have grown to each witness of WITNESSES, with the proof that they only grew, and stores its
 * signatures. Runs periodically. What it stores is no fact: a log does not grow by being shown.
 */
export const showToWitnesses = async (
  { clock, commands, config, db, log, metrics }: Parts,
  alone: AbortSignal,
): Promise<void> => {
  const witnesses = witnessesIn(config)
  if (witnesses.length === 0) return
  const trees = treeSigner(config)
  const logs = createWitnessedLogs({ db, config }, trees.textOf)
  const signal = AbortSignal.any([alone, AbortSignal.timeout(AT_ONCE_MS)])
  const away = new Set<Witness>()

  const ask = async (witness: Witness, { workspaceId, size }: DueLog, tree: Tree): Promise<Outcome> => {
    const from = async (old: number): Promise<Answer> => {
      const isNew = old === 0 || old === tree.size
      const proof = isNew ? [] : (await consistencyOf(db, workspaceId, old, tree.size)).proof
      return askWitness(witness, { old, proof, note: trees.checkpoint(workspaceId, tree) })
    }
    // A log that is shorter than what was signed: let the witness say so.
    const known = size !== null && size <= tree.size ? size : 0
    const first = await from(known)
    if (!('knows' in first)) return first
    // It signed more than is known here, if an answer was lost or this database is older, or less, if its file is.
    const second: Answer = first.knows <= tree.size ? await from(first.knows) : first
    return 'knows' in second ? { trouble: 'contradicted' } : second
  }

  /** Undefined if the log cannot be proved at present. */
  const provable = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Rejected) return undefined
      throw error
    }
  }

  const show = async (witness: Witness, due: DueLog, tree: Tree | undefined): Promise<void> => {
    const asked: Outcome | undefined = away.has(witness)
      ? { trouble: 'unreached' }
      : tree && (await provable(() => ask(witness, due, tree)))
    const outcome = asked ?? { trouble: 'unproved' }
    const place = { workspaceId: due.workspaceId, witness }
    metrics.count('witnessed_checkpoints_total', {
      witness: witness.key.name,
      outcome: 'line' in outcome ? 'signed' : outcome.trouble,
    })
    if ('line' in outcome) return logs.noteSigned(place, tree!, outcome, clock.now())
    if (outcome.trouble === 'unreached') away.add(witness)
    if (outcome.trouble === 'contradicted')
      log.error(
        { workspaceId: due.workspaceId, witness: witness.key.name },
        'a witness has seen another history of this audit log',
      )
    await logs.noteTrouble(place, outcome.trouble, clock.now())
    // After the row: it stays, also if this fails.
    if (outcome.trouble === 'contradicted')
      await noticeContradiction({ clock, commands, log }, due.workspaceId, witness)
  }

  const now = clock.now()
  const keys = witnesses.map(({ verifierKey }) => verifierKey)
  const stale = new Date(now.getTime() - AGAIN_MS)
  const due = await logsToShow(db, keys, { now, stale, max: MAX_LOGS })
  // All witnesses sign the same tree, so that one note carries all of them.
  for (const [workspaceId, all] of Map.groupBy(due, (one) => one.workspaceId)) {
    if (signal.aborted) return
    const tree = await provable(() => treeOf(db, workspaceId))
    await Promise.all(
      all.map((one) =>
        show(
          witnesses.find(({ verifierKey }) => verifierKey === one.witness)!,
          one,
          tree,
        ),
      ),
    )
  }
}
