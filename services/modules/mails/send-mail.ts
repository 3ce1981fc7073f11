import { readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { isReadModelAway, Rejected } from '#contract/errors.ts'
import type { Arrivals } from '#platform/effects/arrivals.ts'
import type { ClaimedEffect, EffectLedger } from '#platform/effects/effect-ledger.ts'
import { faultOf, nameOfFault } from '#platform/watch/fault.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { sharedReads } from '#platform/commands/shared-reads.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { isRefusal, isUnknownMailbox, type Mailer } from '#platform/mail/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { MARK } from './letter.ts'
import { mailDecider, mailKey } from './mail.decider.ts'
import { mailsStream } from './mail.events.ts'
import type { Later, MailKind, Prepared, Streams } from './mail-kind.ts'
import { IN_DIGEST, NO_MAILBOX } from './mail.state.ts'
import { digestDecider } from './digests/digest.decider.ts'
import { digestStream } from './digests/digest.events.ts'
import { digestAfter } from './digests/digest-times.ts'
import type { OutcomeRecorder, Verdict } from './outcome-recorder.ts'
import { readOnce } from './read-once.ts'

const READ_MODELS_MS = 5_000
const mark = { name: MARK, bytes: readFileSync(new URL('mark.png', import.meta.url)) }
const MINUTE = 60_000
/** Longer than a mail server may take. */
const SENDING_MS = 45_000
/**
 * Mails per worker that are sent or recorded at the same time. A killed worker may have sent this many without a record; they are sent
 * again under the same Message-ID.
 */
export const SENT_AT_ONCE = 5

/** 1, 2, 4 … 60 minutes after the first, second, third … attempt. */
export const backoffMs = (attempt: number): number => Math.min(60 * MINUTE, MINUTE * 2 ** (attempt - 1))

type Senders = {
  readonly kinds: readonly MailKind[]
  readonly ledger: EffectLedger
  readonly mailer: Mailer
  readonly recorder: OutcomeRecorder
  readonly arrivals: Arrivals
}

/** Brings a mail to its outcome. Undefined if another worker has the lease by now. */
type Delivery = () => Promise<Verdict | undefined>

/**
 * Sends the mail of a claimed effect: checks for an existing outcome, prepares, sends, and records the outcome. A crash in
 * between sends it again with the same Message-ID, or records it as perhaps sent if nobody needs it any more. An outcome that could
 * not be recorded is retried without sending. Throws if the database is unavailable; the lease then expires.
 */
export const createMailSender = (
  platform: Platform,
  { kinds, ledger, mailer, recorder, arrivals }: Senders,
) => {
  const { config, clock, commands, codec, db, eventStore, log, metrics, positions, rowMacs } = platform
  const kindOf = new Map(kinds.map((kind) => [kind.purpose, kind]))
  const sending = pLimit(SENT_AT_ONCE)

  const causeOf = async (effect: ClaimedEffect): Promise<Fact> => {
    const { eventId, stream, revision } = effect
    const known = arrivals.of(effect)
    const events = known ? [known.event] : await eventStore.readStream(stream, { from: revision, max: 1 })
    const [fact] = await codec.decode(events)
    if (fact?.id !== eventId) throw new Error('the event store does not hold the fact that caused this mail')
    return fact
  }

  const prepare = async (effect: ClaimedEffect, fact: Fact, streams: Streams): Promise<Prepared> => {
    const kind = kindOf.get(effect.purpose)
    if (!kind) throw new Error(`no mail has the purpose ${effect.purpose}`)
    const [isThere] = await Promise.all([
      positions.reached(fact.position, kind.readModels, READ_MODELS_MS),
      positions.reached(fact.position, kind.mentions ?? [], READ_MODELS_MS),
    ])
    if (!isThere) throw new Rejected('read-model.behind')
    return kind.prepare(fact, effect.recipient, {
      baseUrl: config.PUBLIC_BASE_URL,
      now: clock.now(),
      db,
      rowMacs,
      commands: readOnce(streams),
      config,
      log,
    })
  }

  /** Repeatable. */
  const defer = async ({ id, purpose, recipient: userId }: ClaimedEffect, fact: Fact, later: Later) => {
    const { period, timeZone, aboutRequestId } = later
    const dueAfter = (at: Date) => digestAfter(period, timeZone, at)
    const now = clock.now()
    await commands.execute({
      decider: digestDecider,
      stream: digestStream(userId, dueAfter(new Date(fact.metadata.at))),
      workspaceId: null,
      context: { ...bySystem(derivedId('defer', id), now), causationId: fact.id },
      command: {
        type: 'Defer',
        userId,
        aboutRequestId,
        purpose,
        dueAt: dueAfter(now).toISOString(),
      },
    })
  }
  const deliveryOf = async (effect: ClaimedEffect, fact: Fact, streams: Streams): Promise<Delivery> => {
    const prepared = await prepare(effect, fact, streams)
    if ('drop' in prepared || 'later' in prepared) {
      if (effect.isPerhapsSent) return async () => ({ outcome: 'perhapsSent' })
      if ('later' in prepared) await defer(effect, fact, prepared.later)
      return async () => ({ outcome: 'dropped', reason: 'later' in prepared ? IN_DIGEST : prepared.drop })
    }
    // Cached before sending, so that recording the outcome then needs only the event store.
    await recorder.mailsOf(effect)
    return async () => {
      const now = clock.now()
      const isLate = now.getTime() + SENDING_MS > effect.leaseUntil.getTime()
      if (isLate) {
        const renewed = await ledger.renew(effect, now)
        // What was prepared so long ago may no longer be true.
        return renewed && (await deliveryOf(renewed, fact, streams))()
      }
      try {
        await mailer.send({ id: effect.id, to: prepared.to, ...prepared.mail, pictures: [mark] })
      } catch (error) {
        throw isRefusal(error) ? error : new Unanswered('the answer is unknown', { cause: error })
      }
      return { outcome: 'sent' }
    }
  }

  /** Schedules a retry (undefined), or gives up after a day. */
  const failed = async (effect: ClaimedEffect, thrown: unknown): Promise<Verdict | undefined> => {
    const error = thrown instanceof Unanswered ? thrown.cause : thrown
    const { id: effectId, purpose, attempt } = effect
    const now = clock.now()
    const fault = faultOf(error)
    const isPerhapsSent = effect.isPerhapsSent || thrown instanceof Unanswered
    // Without readable events or read models nothing was sent, so the attempt does not count.
    const wasNotTried = isUnreadable(error)
    if (now >= effect.giveUpAt && !wasNotTried && !effect.isSent) {
      log.error({ effectId, purpose, attempt, fault }, 'a mail is given up')
      if (isPerhapsSent) return { outcome: 'perhapsSent' }
      return { outcome: 'failed', reason: nameOfFault(fault) }
    }
    const nextAt = new Date(now.getTime() + (wasNotTried ? MINUTE : backoffMs(attempt)))
    log.warn({ effectId, purpose, attempt, nextAt, fault }, 'a mail is retried later')
    if (await ledger.retryAt(effect, nextAt, now, { isPerhapsSent }))
      metrics.count('mails_total', { outcome: 'retried', purpose })
    return undefined
  }

  /** Gives up at once: another attempt would get the same answer. */
  const refused = async (effect: ClaimedEffect, fact: Fact): Promise<Verdict> => {
    const { id: effectId, purpose, isPerhapsSent } = effect
    log.warn({ effectId, purpose }, 'the mail server knows no such mailbox')
    if (isPerhapsSent) return { outcome: 'perhapsSent' }
    await kindOf.get(purpose)?.unknownMailbox?.(fact, platform, clock.now())
    return { outcome: 'failed', reason: NO_MAILBOX }
  }

  type Found = { readonly fact?: Fact | undefined; readonly recorded: number }
  const conclude = async (effect: ClaimedEffect, { fact, recorded }: Found, deliver: Delivery) => {
    let verdict: Verdict | undefined
    try {
      verdict = await deliver()
    } catch (error) {
      verdict = fact && isUnknownMailbox(error) ? await refused(effect, fact) : await failed(effect, error)
    }
    // Outside the try: after the mail server has accepted the mail, an error here is not a failed attempt.
    if (verdict) await recorder.record({ effect, fact, ...verdict }, recorded)
  }

  return async (effect: ClaimedEffect): Promise<void> => {
    let recorded = 0
    let fact: Fact | undefined
    let deliver: Delivery = async () => ({ outcome: 'sent' })
    try {
      const streams = sharedReads(commands, arrivals.of(effect)?.at ?? performance.now())
      const [{ state }, cause] = await Promise.all([
        streams.load(mailDecider, mailsStream(effect.eventId)),
        // It may be unreadable, which counts only for a mail without an outcome.
        causeOf(effect).catch((error: unknown) => ({ error })),
      ])
      const known = state.outcomes.get(mailKey(effect))
      if (known) return await recorder.settle([{ effect, outcome: known }])
      recorded = state.outcomes.size
      if ('error' in cause) throw cause.error
      fact = cause
      if (!effect.isSent) deliver = await deliveryOf(effect, fact, streams)
    } catch (error) {
      deliver = () => Promise.reject(error)
    }
    await sending(() => conclude(effect, { fact, recorded }, deliver))
  }
}

/** The mail server may have taken the mail. */
class Unanswered extends Error {}

const isUnreadable = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof UnreadableFact || isReadModelAway(error)
