import type { ClaimedEffect, EffectLedger, Outcome } from '#platform/effects/effect-ledger.ts'
import { faultOf, nameOfFault } from '#platform/effects/fault.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts.ts'
import { derivedId } from '#platform/ids.ts'
import type { Mailer } from '#platform/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { mailDecider } from './mail.decider.ts'
import { mailStream, type MailEvent } from './mail.events.ts'
import type { MailKind, Prepared } from './mail-kind.ts'

const READ_MODELS_MS = 5_000
const MINUTE = 60_000

/** 1, 2, 4 … 60 minutes after the first, second, third … attempt. */
export const backoffMs = (attempt: number): number => Math.min(60 * MINUTE, MINUTE * 2 ** (attempt - 1))

type Senders = {
  readonly kinds: readonly MailKind[]
  readonly ledger: EffectLedger
  readonly mailer: Mailer
}

/**
 * Sends the mail of one effect, if it is due and nobody else's: lease, check of what became of it, prepare,
 * send, fact, ledger. A crash after the sending and before the fact sends again, under the same Message-ID; a fact
 * that the event store does not take is tried again alone.
 * Throws when the database or the event store is away; the lease then ends by itself.
 */
export const createMailSender = (platform: Platform, { kinds, ledger, mailer }: Senders) => {
  const { config, clock, commands, codec, db, eventStore, log, mailTokens, metrics, positions } = platform
  const kindOf = new Map(kinds.map((kind) => [kind.purpose, kind]))

  const causeOf = async ({ eventId, stream, revision }: ClaimedEffect): Promise<Fact> => {
    const [fact] = await codec.decode(await eventStore.readStream(stream, { from: revision, max: 1 }))
    if (fact?.id !== eventId) throw new Error('the event store does not hold the fact that caused this mail')
    return fact
  }

  const prepare = async (effect: ClaimedEffect, fact: Fact): Promise<Prepared> => {
    const kind = kindOf.get(effect.purpose)
    if (!kind) throw new Error(`no mail has the purpose ${effect.purpose}`)
    await positions.reached(fact.position, READ_MODELS_MS)
    return kind.prepare(fact, effect.recipient, {
      baseUrl: config.PUBLIC_BASE_URL,
      now: clock.now(),
      db,
      commands,
      mailTokens,
      log,
    })
  }

  /** Everything up to the mail server's answer; undefined when somebody else has the lease by now. */
  const send = async (effect: ClaimedEffect, fact: Fact): Promise<MailEvent | undefined> => {
    const prepared = await prepare(effect, fact)
    if ('drop' in prepared) return { type: 'MailDropped', data: { ...about(effect), reason: prepared.drop } }
    if (!(await ledger.renew(effect, clock.now()))) return undefined
    await mailer.send({ id: effect.id, to: prepared.to, ...prepared.mail })
    return sent(effect)
  }

  const count = ({ purpose }: ClaimedEffect, outcome: Outcome | 'retried') =>
    metrics.count('mails_total', { outcome, purpose })

  const settle = async (effect: ClaimedEffect, outcome: Outcome): Promise<void> => {
    const { id: effectId, purpose, attempt } = effect
    if (!(await ledger.settle(effect, outcome, clock.now()))) return
    count(effect, outcome)
    log.info({ effectId, purpose, attempt, outcome }, 'mail settled')
  }

  /** Later, or never again once a day has passed. */
  const failed = async (effect: ClaimedEffect, error: unknown): Promise<MailEvent | undefined> => {
    const { id: effectId, purpose, attempt } = effect
    const now = clock.now()
    const fault = faultOf(error)
    // While the facts cannot be read nobody has tried to send it.
    const isUntried = error instanceof Unavailable
    if (now >= effect.giveUpAt && !isUntried) {
      log.error({ effectId, purpose, attempt, fault }, 'a mail is given up')
      return { type: 'MailFailed', data: { ...about(effect), reason: nameOfFault(fault) } }
    }
    const nextAt = new Date(now.getTime() + (isUntried ? MINUTE : backoffMs(attempt)))
    log.warn({ effectId, purpose, attempt, nextAt, fault }, 'a mail is tried again later')
    if (await ledger.retryAt(effect, nextAt, now)) count(effect, 'retried')
    return undefined
  }

  const conclude = async (effect: ClaimedEffect, fact: Fact | undefined, event: MailEvent): Promise<void> => {
    const commandId = derivedId('mail', effect.id)
    const { state } = await commands.execute({
      decider: mailDecider,
      stream: mailStream(effect.id),
      workspaceId: fact?.metadata.workspaceId ?? null,
      context: {
        commandId,
        fingerprint: commandId,
        actor: { kind: 'system', userId: null, role: 'system' },
        at: clock.now(),
        requestId: fact?.metadata.requestId ?? null,
        client: null,
        causationId: effect.eventId,
      },
      command: event,
    })
    await settle(effect, state.outcome!)
  }

  const attempt = async (effect: ClaimedEffect): Promise<void> => {
    let fact: Fact | undefined
    let event: MailEvent | undefined
    try {
      const { state } = await commands.load(mailDecider, mailStream(effect.id))
      if (state.outcome) return await settle(effect, state.outcome)
      fact = await causeOf(effect)
      event = effect.isSent ? sent(effect) : await send(effect, fact)
    } catch (error) {
      event = await failed(effect, error)
    }
    if (!event) return
    // Outside: once the mail server has it, no fault of ours may count as one of the sending.
    try {
      await conclude(effect, fact, event)
    } catch (error) {
      if (event.type === 'MailSent') await ledger.noteSent(effect, clock.now())
      throw error
    }
  }

  return async (effectId: string): Promise<void> => {
    const effect = await ledger.claim(effectId, clock.now())
    if (!effect) return
    const span = {
      name: `mail ${effect.purpose}`,
      kind: 'consumer',
      attributes: { 'vieraugen.effect_id': effectId, 'vieraugen.attempt': effect.attempt },
    } as const
    await inSpanOf(effect.traceparent, span, () => attempt(effect))
  }
}

const sent = (effect: ClaimedEffect): MailEvent => ({ type: 'MailSent', data: about(effect) })
const about = ({ id, purpose, eventId }: ClaimedEffect) => ({ effectId: id, purpose, eventId })
