import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { createArrivals } from '#platform/effects/arrivals.ts'
import { mailsOf } from '#modules/mails/mails.reactor.ts'
import { createOutcomeRecorder } from '#modules/mails/outcome-recorder.ts'
import { readOnce } from '#modules/mails/read-once.ts'
import { createMailSender } from '#modules/mails/send-mail.ts'
import type { PushKind } from '#modules/pushes/push-kind.ts'
import { createPushSubscriptions } from '#modules/pushes/push-subscription.store.ts'
import { pushesOf } from '#modules/pushes/pushes.reactor.ts'
import { createPushSender } from '#modules/pushes/send-push.ts'
import { createEffectLedger, isPush, type NewEffect } from '#platform/effects/effect-ledger.ts'
import { sharedReads } from '#platform/commands/shared-reads.ts'
import { faultOf } from '#platform/watch/fault.ts'
import { runReactor, type Reactor } from '#platform/effects/run-reactor.ts'
import { openReactorCheckpoint } from '#platform/effects/reactor-checkpoints.ts'
import { createReactorProgress, type ReactorProgress } from '#platform/effects/reactor-progress.ts'
import { paced } from '#platform/effects/mail-pace.ts'
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
  /** Rejects when the database is away, or with ReactorMismatch. `stop` closes what was opened. */
  start(): Promise<void>
  /** Resolves when a reactor has stopped by itself. */
  readonly ended: Promise<void>
  /** Ends running work; takes at most 10 s. */
  stop(): Promise<void>
}

export type EffectOptions = {
  readonly mailKinds: readonly MailKind[]
  /** None unless given. */
  readonly pushKinds?: readonly PushKind[]
  readonly reactors: readonly CommandReactor[]
  /** Run at every tick after the sweep. Long ones must end soon after `alone` aborts. */
  readonly chores: readonly ((platform: Platform, alone: AbortSignal) => Promise<unknown>)[]
  /** Interval of the ticks; 30,000 by default. */
  readonly tickMs?: number
}

/** The types of facts that cause mails or pushes. */
export const typesOf = ({
  mailKinds,
  pushKinds = [],
}: Pick<EffectOptions, 'mailKinds' | 'pushKinds'>): ReadonlySet<string> =>
  new Set([...mailKinds, ...pushKinds].map(({ on }) => on))

const TICK_MS = 30_000
const STOP_MS = 10_000
/** Mails, and pushes, at once per worker. What they read at the same time is read by one statement. */
export const PREPARED_AT_ONCE = 20
const EFFECTS_PER_TRANSACTION = 2_000
/** How often effects whose time has come are taken up. Another process may schedule one that is due before the next that is known. */
const DUE_MS = { shortest: 1_000, longest: 10_000 }

/** The mail worker of one process. The process that holds the leader lock also runs reactors, relay and sweep. */
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
      if (!signal.aborted) log.warn({ fault: faultOf(error) }, 'a chore failed and will be repeated')
    }
  }

  const mass = new Set(mailKinds.flatMap(({ isMass, purpose }) => (isMass ? purpose : [])))

  const follow = async (follower: Reactor, progress: ReactorProgress, alone: AbortSignal) => {
    try {
      await runReactor(follower, { eventStore, progress, clock, log, signal: alone })
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
      const queue = await openQueue({ redisUrl: config.REDIS_URL, log })
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
      const arrivals = createArrivals()
      const send = {
        mail: createMailSender(platform, { kinds: mailKinds, ledger, mailer, recorder, arrivals }),
        push: createPushSender(platform, { kinds: pushKinds, ledger, subscriptions, arrivals }),
      }
      const attempt = async (effectId: string) => {
        const effect = await ledger.claim(effectId, clock.now())
        if (!effect) return
        const kind = isPush(effect) ? 'push' : 'mail'
        const attributes = { 'vieraugen.effect_id': effectId, 'vieraugen.attempt': effect.attempt }
        const span = { name: `${kind} ${effect.purpose}`, kind: 'consumer', attributes } as const
        await inSpanOf(effect.traceparent, span, () => send[kind](effect))
      }
      await queue.work(attempt, { concurrency: PREPARED_AT_ONCE })
      const relay = createRelay(ledger, queue, clock, log)

      const mails: Reactor = {
        name: 'mails',
        types: typesOf({ mailKinds, pushKinds }),
        async react(events, to, { reached, move }) {
          const record = async (effects: readonly NewEffect[], upTo: Position) => {
            if (effects.length === 0) return reached(upTo)
            const now = clock.now()
            const pace = { purposes: mass, aMinute: config.MASS_MAILS_A_MINUTE, now }
            const isPaced = effects.some(({ purpose }) => mass.has(purpose))
            const recorded = isPaced
              ? await db.transaction(async (transaction) =>
                  move(upTo, ledger.recording(await paced(transaction, effects, pace), now), transaction),
                )
              : await move(upTo, ledger.recording(effects, now))
            await relay.add(
              recorded.flatMap(({ id, purpose, isDue }) => (isDue ? { id, purpose, fence: 0 } : [])),
            )
          }
          const came = performance.now()
          arrivals.note(events, came)
          const streams = readOnce(sharedReads(commands, came))
          let effects: NewEffect[] = []
          for (const fact of codec.decodeBlind(events)) {
            const now = clock.now()
            // A push goes stale sooner than a mail: it is recorded first and has its own lane.
            if (push)
              effects.push(...(await pushesOf(pushKinds, fact, { commands: streams, subscriptions, now })))
            effects.push(...(await mailsOf(mailKinds, fact, streams)))
            // The mails of one fact stay together, but a transaction has a bound.
            if (effects.length < EFFECTS_PER_TRANSACTION) continue
            await record(effects, fact.position)
            effects = []
          }
          await record(effects, to)
        },
      }
      const followers = [mails, ...reactors.map((reactor) => toReactor(reactor, platform))]
      for (const { name } of followers) await openReactorCheckpoint(db, name, eventStore)
      const ticking = async (alone: AbortSignal) => {
        while (!alone.aborted) {
          await tick(() => relay.sweep())
          for (const chore of chores) await tick(() => chore(platform, alone))
          await pause(tickMs, undefined, { signal: alone }).catch(() => {})
        }
      }
      /** Adds what waited for its time. What nobody waits for is asked for seldom. */
      const takeUp = async (since: Date): Promise<{ readonly since: Date; readonly ms: number }> => {
        const [now, next] = [clock.now(), await ledger.nextDue(since)]
        if (next === null || next > now)
          return { since, ms: next === null ? DUE_MS.longest : next.getTime() - now.getTime() }
        await relay.sweep(since)
        return { since: now, ms: 0 }
      }
      const takingUp = async (alone: AbortSignal) => {
        for (let since = clock.now(); !alone.aborted;) {
          let ms = DUE_MS.longest
          await tick(async () => void ({ since, ms } = await takeUp(since)))
          const waits = Math.min(tickMs, DUE_MS.longest, Math.max(ms, DUE_MS.shortest))
          await pause(waits, undefined, { signal: alone }).catch(() => {})
        }
      }
      const leader = runAsLeader({
        databaseUrl: config.DATABASE_URL,
        name: lockName('reactors', codec.catalogue),
        log,
        async work(alone) {
          const progress = createReactorProgress(db, log)
          await Promise.all([
            ticking(alone),
            takingUp(alone),
            ...followers.map((follower) => follow(follower, progress, alone)),
          ])
          await progress.save()
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
