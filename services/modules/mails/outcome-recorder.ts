import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimedEffect, EffectLedger, Settled } from '#platform/effects/effect-ledger.ts'
import { faultOf } from '#platform/watch/fault.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { mailDecider, mailKey } from './mail.decider.ts'
import { mailsStream, OUTCOMES_PER_FACT, type MailOutcome } from './mail.events.ts'
import { PERHAPS_SENT, type MailResult } from './mail.state.ts'

export type Verdict = { readonly outcome: MailResult; readonly reason?: string }
type Finished = Verdict & {
  readonly effect: ClaimedEffect
  /** The event that caused the mail, undefined if it could not be read. */
  readonly fact: Fact | undefined
}

/** Stores all mail outcomes of one cause in few events. */
export type OutcomeRecorder = {
  /** The number of mails of the cause, cached for `record`. Throws if the database is unavailable. */
  mailsOf(effect: ClaimedEffect): Promise<number>
  /**
   * Appends the outcome, with others of its cause that come soon, and settles the effect. Until then a sent mail is marked in the
   * ledger: if appending fails, at once if many others are awaited, and after 100 ms if few are, which are probably being sent too. A
   * crash before the one or the other sends it again.
   * `recorded` is the number of outcomes in the stream. Throws if the database is unavailable.
   */
  record(finished: Finished, recorded: number): Promise<void>
  /** Settles outcomes that the stream already has. Throws if the database is unavailable. */
  settle(outcomes: readonly Settled[]): Promise<void>
  /** Flushes everything. Resolves even if some outcomes could not be recorded. */
  close(): Promise<void>
}

/** How long outcomes are gathered after the first one, unless no more are expected. */
const GATHER_MS = 1_000
const MAX_CACHED_TOTALS = 1_000
/** How long a sent mail waits for the others of its cause before it is marked, and for how many. */
const SOON_MS = 100
const FEW = 4

const recordedAs = ({ outcome, reason }: Verdict): Pick<MailOutcome, 'outcome' | 'reason'> =>
  outcome === 'perhapsSent'
    ? { outcome: 'sent', reason: PERHAPS_SENT }
    : { outcome, ...(reason !== undefined && { reason }) }

type Batch = {
  readonly finished: Finished[]
  readonly mails: number
  readonly timer: NodeJS.Timeout
  readonly written: PromiseWithResolvers<void>
}

const isNewlySent = ({ effect, outcome }: Finished): boolean => outcome === 'sent' && !effect.isSent

export const createOutcomeRecorder = (
  { clock, commands, log, metrics }: Pick<Platform, 'clock' | 'commands' | 'log' | 'metrics'>,
  ledger: EffectLedger,
): OutcomeRecorder => {
  const totals = new Map<string, number>()
  const gathering = new Map<string, Batch>()
  const writing = new Set<Promise<void>>()

  const mailsOf = async ({ eventId: causeId, mails: few }: ClaimedEffect): Promise<number> => {
    if (few !== null) return few
    const mails = totals.get(causeId) ?? (await ledger.mailsOf(causeId))
    totals.set(causeId, mails)
    if (totals.size > MAX_CACHED_TOTALS) totals.delete(totals.keys().next().value!)
    return mails
  }

  const settle = async (outcomes: readonly Settled[]): Promise<void> => {
    for (const { effect, outcome } of await ledger.settle(outcomes, clock.now())) {
      const { id: effectId, purpose, attempt } = effect
      metrics.count('mails_total', { outcome, purpose })
      log.info({ effectId, purpose, attempt, outcome }, 'mail settled')
    }
  }

  const noteSent = async (finished: readonly Finished[]): Promise<void> => {
    const sent = finished.filter(isNewlySent).map(({ effect }) => effect)
    if (sent.length > 0) await ledger.noteSent(sent, clock.now())
  }

  const append = async (causeId: string, { finished, mails }: Batch) => {
    const outcomes = finished.map(({ effect: { purpose, recipient }, ...verdict }) => ({
      purpose,
      recipient,
      ...recordedAs(verdict),
    }))
    const fact = finished.find((one) => one.fact)?.fact
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
    const { finished } = batch
    try {
      const { traceparent } = finished[0]!.effect
      const span = { name: 'record mail outcomes', kind: 'consumer' } as const
      const state = await inSpanOf(traceparent, span, () => append(causeId, batch))
      await settle(finished.map(({ effect }) => ({ effect, outcome: state.outcomes.get(mailKey(effect))! })))
    } catch (error) {
      const fault = faultOf(error)
      log.warn(
        { causeId, mails: finished.length, fault },
        'mail outcomes could not be recorded and are retried',
      )
      // Without the database the lease ends, and the mails are sent again.
      await noteSent(finished).catch(() => {})
    }
  }

  const flush = async (causeId: string): Promise<void> => {
    const batch = gathering.get(causeId)
    if (!batch) return
    clearTimeout(batch.timer)
    gathering.delete(causeId)
    const work: Promise<void> = write(causeId, batch).finally(() => {
      writing.delete(work)
      batch.written.resolve()
    })
    writing.add(work)
    await work
  }

  const open = (causeId: string, mails: number): Batch => {
    const timer = setTimeout(() => void flush(causeId), GATHER_MS)
    const batch = { finished: [], mails, timer, written: Promise.withResolvers<void>() }
    gathering.set(causeId, batch)
    return batch
  }

  /** Resolves when the outcome is stored, or the mail is marked as sent. */
  const hold = async (one: Finished, batch: Batch, awaited: number): Promise<void> => {
    const { written } = batch
    const isGathering = () => gathering.get(one.effect.eventId) === batch
    if (awaited <= FEW) await Promise.race([written.promise, pause(SOON_MS)])
    await (isGathering() ? noteSent([one]) : written.promise)
  }

  return {
    mailsOf,
    settle,
    async record(one, recorded) {
      const causeId = one.effect.eventId
      const mails = await mailsOf(one.effect)
      const batch = gathering.get(causeId) ?? open(causeId, mails)
      const { finished } = batch
      finished.push(one)
      const awaited = mails - recorded - finished.length
      const isFull = finished.length === OUTCOMES_PER_FACT || awaited <= 0
      await (isFull ? flush(causeId) : hold(one, batch, awaited))
    },
    async close() {
      for (const causeId of gathering.keys()) void flush(causeId)
      await Promise.all(writing)
    },
  }
}
