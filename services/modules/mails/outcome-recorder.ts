import type { ClaimedEffect, EffectLedger, Settled } from '#platform/effects/effect-ledger.ts'
import { faultOf } from '#platform/watch/fault.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { mailDecider, mailKey } from './mail.decider.ts'
import { mailsStream, OUTCOMES_PER_FACT, type MailOutcome } from './mail.events.ts'

/** What is to be recorded of a mail. */
export type Verdict = Pick<MailOutcome, 'outcome' | 'reason'>
type Concluded = Verdict & {
  readonly effect: ClaimedEffect
  /** The fact that caused it; undefined when it could not be read. */
  readonly fact: Fact | undefined
}

/** Gathers what became of mails, so that those of one cause are recorded together. */
export type OutcomeRecorder = {
  /** How many mails the fact caused; remembered for `record`. Throws when the database is away. */
  mailsOf(causeId: string): Promise<number>
  /**
   * Appends and settles it soon; should that fail, the lease ends and the sweep brings the mail again.
   * `recorded`: how many outcomes its cause has already. Throws when the number of its mails cannot be asked.
   */
  record(concluded: Concluded, recorded: number): Promise<void>
  /** In the ledger alone, of what the facts say already. Throws when the database is away. */
  settle(outcomes: readonly Settled[]): Promise<void>
  /** Resolves when all that was handed over is recorded, or could not be. */
  close(): Promise<void>
}

/** From the first outcome of a cause to the fact of all that came meanwhile, unless nothing else is to come. */
const GATHER_MS = 1_000
const CAUSES_REMEMBERED = 1_000

type Batch = { readonly concluded: Concluded[]; readonly mails: number; readonly timer: NodeJS.Timeout }

export const createOutcomeRecorder = (
  { clock, commands, log, metrics }: Pick<Platform, 'clock' | 'commands' | 'log' | 'metrics'>,
  ledger: EffectLedger,
): OutcomeRecorder => {
  const totals = new Map<string, number>()
  const gathering = new Map<string, Batch>()
  const writing = new Set<Promise<void>>()

  const mailsOf = async (causeId: string): Promise<number> => {
    const mails = totals.get(causeId) ?? (await ledger.mailsOf(causeId))
    totals.set(causeId, mails)
    if (totals.size > CAUSES_REMEMBERED) totals.delete(totals.keys().next().value!)
    return mails
  }

  const settle = async (outcomes: readonly Settled[]): Promise<void> => {
    for (const { effect, outcome } of await ledger.settle(outcomes, clock.now())) {
      const { id: effectId, purpose, attempt } = effect
      metrics.count('mails_total', { outcome, purpose })
      log.info({ effectId, purpose, attempt, outcome }, 'mail settled')
    }
  }

  const append = async (causeId: string, { concluded, mails }: Batch) => {
    const outcomes = concluded.map(({ effect: { purpose, recipient }, outcome, reason }) => ({
      purpose,
      recipient,
      outcome,
      ...(reason !== undefined && { reason }),
    }))
    const fact = concluded.find((one) => one.fact)?.fact
    const commandId = derivedId('mails', causeId, ...outcomes.map((one) => `${mailKey(one)} ${one.outcome}`))
    const { state } = await commands.execute({
      decider: mailDecider,
      stream: mailsStream(causeId),
      workspaceId: fact?.metadata.workspaceId ?? null,
      context: {
        ...bySystem(commandId, clock.now()),
        requestId: fact?.metadata.requestId ?? null,
        causationId: causeId,
      },
      command: { causeId, outcomes, mails },
    })
    return state
  }

  const write = async (causeId: string, batch: Batch): Promise<void> => {
    const { concluded } = batch
    try {
      const { traceparent } = concluded[0]!.effect
      const span = { name: 'record mail outcomes', kind: 'consumer' } as const
      const state = await inSpanOf(traceparent, span, () => append(causeId, batch))
      await settle(concluded.map(({ effect }) => ({ effect, outcome: state.outcomes.get(mailKey(effect))! })))
    } catch (error) {
      const fault = faultOf(error)
      log.warn({ causeId, mails: concluded.length, fault }, 'outcomes of mails are recorded later')
    }
  }

  const flush = (causeId: string): void => {
    const batch = gathering.get(causeId)
    if (!batch) return
    clearTimeout(batch.timer)
    gathering.delete(causeId)
    const work: Promise<void> = write(causeId, batch).finally(() => writing.delete(work))
    writing.add(work)
  }

  const open = (causeId: string, mails: number): Batch => {
    const batch = { concluded: [], mails, timer: setTimeout(() => flush(causeId), GATHER_MS) }
    gathering.set(causeId, batch)
    return batch
  }

  return {
    mailsOf,
    settle,
    async record(one, recorded) {
      const causeId = one.effect.eventId
      const mails = await mailsOf(causeId)
      const { concluded } = gathering.get(causeId) ?? open(causeId, mails)
      concluded.push(one)
      if (concluded.length === OUTCOMES_PER_FACT || recorded + concluded.length >= mails) flush(causeId)
    },
    async close() {
      for (const causeId of gathering.keys()) flush(causeId)
      await Promise.all(writing)
    },
  }
}
