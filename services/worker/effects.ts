import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { mailsOf } from '#modules/mails/mails.reactor.ts'
import { createMailSender } from '#modules/mails/send-mail.ts'
import { createEffectLedger } from '#platform/effects/effect-ledger.ts'
import { faultOf } from '#platform/effects/fault.ts'
import { followFacts, type Follower } from '#platform/effects/follow-facts.ts'
import { openReactorCheckpoint } from '#platform/effects/reactor-checkpoints.ts'
import { createRelay } from '#platform/effects/relay.ts'
import { openMailer } from '#platform/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { openQueue } from '#platform/queue/queue.ts'
import type { CommandReactor } from '#platform/reactors.ts'
import { followerOf } from './command-reactors.ts'

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
  readonly reactors: readonly CommandReactor[]
  /** Done at every tick, beside the sweep. */
  readonly chores: readonly ((platform: Platform) => Promise<unknown>)[]
  /** Between two ticks; 30,000 unless given. */
  readonly tickMs?: number
}

const TICK_MS = 30_000
const STOP_MS = 10_000
const MAILS_AT_ONCE = 5

/** Reactors, relay, sweep and mail worker of one process; any number of processes may do the same. */
export const buildEffects = (platform: Platform, options: EffectOptions): Effects => {
  const { mailKinds, reactors, chores, tickMs = TICK_MS } = options
  const { clock, codec, config, db, eventStore, log, metrics } = platform
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

  const follow = async (follower: Follower) => {
    try {
      await followFacts(follower, { eventStore, db, clock, log, signal })
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
      await queue.work(createMailSender(platform, { kinds: mailKinds, ledger, mailer }), {
        concurrency: MAILS_AT_ONCE,
      })
      const relay = createRelay(ledger, queue, clock, log)

      const mails: Follower = {
        name: 'mails',
        types: new Set(mailKinds.map(({ on }) => on)),
        async react(events, to, move) {
          const news = mailsOf(mailKinds, codec, events)
          const due = await db.transaction(async (transaction) => {
            const recorded = await ledger.record(transaction, news, clock.now())
            await move(transaction, to)
            return recorded
          })
          await relay.add(due)
        },
      }
      const followers = [mails, ...reactors.map((reactor) => followerOf(reactor, codec, db))]
      for (const { name } of followers) await openReactorCheckpoint(db, name, eventStore)
      const following = followers.map(follow)

      const ticking = (async () => {
        while (!signal.aborted) {
          await tick(() => relay.sweep())
          for (const chore of chores) await tick(() => chore(platform))
          await pause(tickMs, undefined, { signal }).catch(() => {})
        }
      })()
      opened.defer(async () => void (await Promise.all([...following, ticking])))
      opened.defer(() => stopping.abort())
    },
    async stop() {
      await Promise.race([opened.disposeAsync(), pause(STOP_MS, undefined, { ref: false })])
    },
  }
}
