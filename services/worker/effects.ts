import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { mailsOf } from '#modules/mails/mails.reactor.ts'
import { createOutcomeRecorder } from '#modules/mails/outcome-recorder.ts'
import { createMailSender } from '#modules/mails/send-mail.ts'
import type { PushKind } from '#modules/pushes/push-kind.ts'
import { createPushSubscriptions } from '#modules/pushes/push-subscription.store.ts'
import { pushesOf } from '#modules/pushes/pushes.reactor.ts'
import { createPushSender } from '#modules/pushes/send-push.ts'
import { createEffectLedger, isPush, type NewEffect } from '#platform/effects/effect-ledger.ts'
import { faultOf } from '#platform/watch/fault.ts'
import { runReactor, type Reactor } from '#platform/effects/run-reactor.ts'
import { openReactorCheckpoint } from '#platform/effects/reactor-checkpoints.ts'
import { createRelay } from '#platform/effects/relay.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { openQueue } from '#platform/queue/queue.ts'
import type { CommandReactor } from '#platform/effects/reactors.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import { lockName, runAsLeader } from '#platform/postgres/leader-lock.ts'
import { toReactor } from './command-reactors.ts'

export type Effects = {
  /** Rejects when the database is away, or with ReactorMismatch; stop() ends what had begun. */
  start(): Promise<void>
  /** Resolves when a reactor has stopped without being told to. */
  readonly ended: Promise<void>
  /** Ends what runs, at most 10 s. */
  stop(): Promise<void>
}

export type EffectOptions = {
  readonly mailKinds: readonly MailKind[]
  /** None unless given. */
  readonly pushKinds?: readonly PushKind[]
  readonly reactors: readonly CommandReactor[]
  /** Done at every tick, beside the sweep; those that take long end soon after `alone` aborts. */
  readonly chores: readonly ((platform: Platform, alone: AbortSignal) => Promise<unknown>)[]
  /** Between two ticks; 30,000 unless given. */
  readonly tickMs?: number
}

/** Which facts have mails or pushes. */
export const typesOf = ({
  mailKinds,
  pushKinds = [],
}: Pick<EffectOptions, 'mailKinds' | 'pushKinds'>): ReadonlySet<string> =>
  new Set([...mailKinds, ...pushKinds].map(({ on }) => on))

const TICK_MS = 30_000
const STOP_MS = 10_000
/**
 * In one worker. So many, at most, stand between the mail server's answer and its note in the ledger when a worker is
 * killed, and go out once more, under the Message-ID that they had.
 */
export const MAILS_AT_ONCE = 5
const EFFECTS_AT_ONCE = 2_000

/**
 * Mail worker of one process, and its reactors, relay and sweep while no other process has them; any number of processes
 * may do the same.
 */
export const buildEffects = (platform: Platform, options: EffectOptions): Effects => {
  const { mailKinds, pushKinds = [], reactors, chores, tickMs = TICK_MS } = options
  const { clock, codec, commands, config, db, eventStore, log, metrics, push } = platform
  const ledger = createEffectLedger(db)
  const stopping = new AbortController()
  const { signal } = stopping
  const opened = new AsyncDisposableStack()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  const tick = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) log.warn({ fault: faultOf(error) }, 'a chore failed and is done again later')
    }
  }

  const follow = async (follower: Reactor, alone: AbortSignal) => {
    try {
      await runReactor(follower, { eventStore, db, clock, log, signal: alone })
    } catch (error) {
      log.fatal({ reactor: follower.name, error: String(error) }, 'a reactor stopped')
      end()
    }
  }

  return {
    ended,
    async start() {
      const mailer = openMailer(config, db)
      opened.defer(() => mailer.close())
      const recorder = createOutcomeRecorder(platform, ledger)
      opened.defer(() => recorder.close())
      const queue = await openQueue({
        databaseUrl: config.DATABASE_URL,
        redisUrl: config.REDIS_URL,
        log,
      })
      opened.defer(() => queue.close())
      metrics.readings.set('queue', async () =>
        Object.entries(await queue.counts()).map(([state, value]) => ({
          metric: 'queue_jobs',
          labels: { state },
          value,
        })),
      )
      opened.defer(() => void metrics.readings.delete('queue'))
      const subscriptions = createPushSubscriptions(db)
      const send = {
        mail: createMailSender(platform, { kinds: mailKinds, ledger, mailer, recorder }),
        push: createPushSender(platform, { kinds: pushKinds, ledger, subscriptions }),
      }
      const attempt = async (effectId: string) => {
        const effect = await ledger.claim(effectId, clock.now())
        if (!effect) return
        const kind = isPush(effect) ? 'push' : 'mail'
        const attributes = { 'vieraugen.effect_id': effectId, 'vieraugen.attempt': effect.attempt }
        const span = { name: `${kind} ${effect.purpose}`, kind: 'consumer', attributes } as const
        await inSpanOf(effect.traceparent, span, () => send[kind](effect))
      }
      await queue.work(attempt, { concurrency: MAILS_AT_ONCE })
      const relay = createRelay(ledger, queue, clock, log)

      const mails: Reactor = {
        name: 'mails',
        types: typesOf({ mailKinds, pushKinds }),
        async react(events, to, move) {
          const record = async (news: readonly NewEffect[], upTo: Position) => {
            const due = await db.transaction(async (transaction) => {
              const recorded = await ledger.record(transaction, news, clock.now())
              await move(transaction, upTo)
              return recorded
            })
            await relay.add(due)
          }
          let news: NewEffect[] = []
          for (const fact of codec.decodeBlind(events)) {
            const now = clock.now()
            // A push is of no use for as long as a mail: it is recorded first, and waits in a lane of its own.
            if (push) news.push(...(await pushesOf(pushKinds, fact, { commands, subscriptions, now })))
            news.push(...(await mailsOf(mailKinds, fact, commands)))
            // All mails of a fact together, but not those of a thousand facts to a thousand people each.
            if (news.length < EFFECTS_AT_ONCE) continue
            await record(news, fact.position)
            news = []
          }
          await record(news, to)
        },
      }
      const followers = [mails, ...reactors.map((reactor) => toReactor(reactor, codec, db))]
      for (const { name } of followers) await openReactorCheckpoint(db, name, eventStore)
      const ticking = async (alone: AbortSignal) => {
        while (!alone.aborted) {
          await tick(() => relay.sweep())
          for (const chore of chores) await tick(() => chore(platform, alone))
          await pause(tickMs, undefined, { signal: alone }).catch(() => {})
        }
      }
      const leader = runAsLeader({
        databaseUrl: config.DATABASE_URL,
        name: lockName('reactors', codec.catalogue),
        log,
        async work(alone) {
          await Promise.all([ticking(alone), ...followers.map((follower) => follow(follower, alone))])
        },
      })
      opened.defer(() => leader.stop())
      opened.defer(() => stopping.abort())
    },
    async stop() {
      await Promise.race([opened.disposeAsync(), pause(STOP_MS, undefined, { ref: false })])
    },
  }
}
