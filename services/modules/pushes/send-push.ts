import { isReadModelAway, Rejected } from '#contract/errors.ts'
import type { ClaimedEffect, EffectLedger, Outcome } from '#platform/effects/effect-ledger.ts'
import { sharedReads } from '#platform/commands/shared-reads.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import type { PushAnswer } from '#platform/push/push.ts'
import { faultOf } from '#platform/watch/fault.ts'
import type { Arrivals } from '#platform/effects/arrivals.ts'
import type { PushKind } from './push-kind.ts'
import type { PushSubscriptions } from './push-subscription.store.ts'

const READ_MODELS_MS = 5_000
const SECOND = 1_000
/** About eight minutes. Later the app shows what waits when it is opened. */
const TRIES = 6

/** 15, 30, 60 … seconds after the first, second, third … attempt. */
export const pushBackoffMs = (attempt: number): number => 15 * SECOND * 2 ** (attempt - 1)

type Senders = {
  readonly kinds: readonly PushKind[]
  readonly ledger: EffectLedger
  readonly subscriptions: PushSubscriptions
  readonly arrivals: Arrivals
}

type Verdict =
  | { readonly outcome: Outcome; readonly why: string }
  | { readonly again: Date; readonly why: string }

/**
 * Sends the push of a claimed effect to its browser. Only the ledger records the outcome: a duplicate after a restore
 * is harmless, because it replaces the first one on the screen.
 */
export const createPushSender = (platform: Platform, { kinds, ledger, subscriptions, arrivals }: Senders) => {
  const { clock, codec, commands, db, eventStore, log, metrics, positions, push, rowMacs } = platform
  const kindOf = new Map<string, PushKind>(kinds.map((kind) => [kind.purpose, kind]))

  const causeOf = async (effect: ClaimedEffect): Promise<Fact> => {
    const { eventId, stream, revision } = effect
    const known = arrivals.of(effect)
    const events = known ? [known.event] : await eventStore.readStream(stream, { from: revision, max: 1 })
    const [fact] = await codec.decode(events)
    if (fact?.id !== eventId) throw new Error('the event store does not hold the fact that caused this push')
    return fact
  }

  const later = ({ attempt }: ClaimedEffect, ms: number, why: string): Verdict =>
    attempt < TRIES
      ? { again: new Date(clock.now().getTime() + Math.max(ms, pushBackoffMs(attempt))), why }
      : { outcome: 'dropped', why: `given up: ${why}` }

  const verdictOn = async (effect: ClaimedEffect, answer: PushAnswer): Promise<Verdict> => {
    switch (answer.outcome) {
      case 'accepted':
        return { outcome: 'sent', why: 'accepted' }
      case 'gone':
        await subscriptions.drop(effect.recipient)
        return { outcome: 'dropped', why: 'the browser takes no more messages' }
      case 'refused':
        return { outcome: 'dropped', why: `refused with status ${answer.status}` }
      case 'away':
        return later(effect, answer.retryAfterMs, answer.fault)
    }
  }

  const send = async (effect: ClaimedEffect): Promise<Verdict> => {
    const kind = kindOf.get(effect.purpose)
    if (!push || !kind) return { outcome: 'dropped', why: 'not set up' }
    const subscription = await subscriptions.find(effect.recipient, clock.now())
    if (!subscription) return { outcome: 'dropped', why: 'the browser is signed out' }
    const fact = await causeOf(effect)
    if (!(await positions.reached(fact.position, kind.readModels, READ_MODELS_MS)))
      throw new Rejected('read-model.behind')
    const streams = sharedReads(commands, arrivals.of(effect)?.at ?? performance.now())
    const services = { now: clock.now(), db, rowMacs, commands: streams }
    const prepared = await kind.prepare(fact, subscription.userId, services)
    if ('drop' in prepared) return { outcome: 'dropped', why: prepared.drop }
    const ttlSeconds = Math.floor((prepared.until.getTime() - services.now.getTime()) / SECOND)
    if (ttlSeconds < 1) return { outcome: 'dropped', why: 'over' }
    const { payload, topic } = prepared
    const answer = await push.send(subscription, { payload, topic, ttlSeconds })
    if (answer.outcome === 'accepted') await kind.accepted?.(fact, subscription.userId, services)
    return verdictOn(effect, answer)
  }

  /** Without readable events or read models nothing was sent, so the attempt does not count. */
  const verdictOf = (effect: ClaimedEffect): Promise<Verdict> =>
    send(effect).catch((error: unknown) => {
      const why = JSON.stringify(faultOf(error))
      const wasNotTried =
        error instanceof Unavailable || error instanceof UnreadableFact || isReadModelAway(error)
      const now = clock.now()
      if (wasNotTried && now < effect.giveUpAt)
        return { again: new Date(now.getTime() + pushBackoffMs(1)), why }
      return later(effect, 0, why)
    })

  return async (effect: ClaimedEffect): Promise<void> => {
    const { id: effectId, purpose, attempt } = effect
    const verdict = await verdictOf(effect)
    const isOurs =
      'again' in verdict
        ? await ledger.retryAt(effect, verdict.again, clock.now())
        : (await ledger.settle([{ effect, outcome: verdict.outcome }], clock.now())).length > 0
    if (!isOurs) return
    const outcome = 'again' in verdict ? 'retried' : verdict.outcome
    metrics.count('pushes_total', { outcome, purpose })
    log.info({ effectId, purpose, attempt, outcome, why: verdict.why }, 'push')
  }
}
