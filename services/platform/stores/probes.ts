import type { Config } from '../config/config.ts'
import { withheldFrom, type ProcessName } from '../config/process-secrets.ts'
import { databaseVersion, namesOf } from '../postgres/database-version.ts'
import type { Knex } from '../postgres/database.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { Gate } from './gate.ts'
import { greetMailServer } from '../mail/mailer.ts'
import { pingRedis } from '../queue/redis-queue.ts'
import { withFallback } from '../primitives/timeouts.ts'
import { isMisplaced, isRefused, NotMigrated } from './stores.ts'

/** The state of a dependency. It never contains an address or a secret. */
export type State =
  | 'ok'
  | 'away'
  | 'no answer'
  | 'refuses our credentials'
  | 'not migrated'
  | 'not ours as it is'

export type Probe = {
  /** Answers within 2 s, and from a cache while that is fresh. */
  state(): Promise<State>
  /** Seconds since the last good state, from the cache; 0 while it is good. */
  unwellFor(): number
}

export const FRESH_MS = 2_000
/** A probe is a login, and some mail servers limit those. */
const MAIL_SERVER_FRESH_MS = 60_000

const stateIn = (error: unknown): State => {
  if (isRefused(error)) return 'refuses our credentials'
  if (isMisplaced(error)) return 'not ours as it is'
  return error instanceof NotMigrated ? 'not migrated' : 'away'
}

/** Returns `ask` with its last answer cached for `freshMs`. `ask` must not reject. */
export const cached = <T>(
  ask: () => Promise<T>,
  freshMs: number | ((result: T) => number),
): (() => Promise<T>) => {
  let answer: Promise<T> | undefined
  let freshUntil = 0
  const refresh = async () => {
    freshUntil = Infinity
    const result = await ask()
    freshUntil = performance.now() + (typeof freshMs === 'number' ? freshMs : freshMs(result))
    return result
  }
  return () => {
    if (!answer || performance.now() >= freshUntil) answer = refresh()
    return answer
  }
}

/** A good state is cached for `freshMs`, any other for 2 s. */
export const createProbe = (ask: () => Promise<unknown>, freshMs = FRESH_MS): Probe => {
  let last: State = 'ok'
  let wellAt = performance.now()
  const state = cached(
    async () => {
      const answer = ask().then((): State => 'ok', stateIn)
      last = await withFallback(answer, 'no answer')
      if (last === 'ok') wellAt = performance.now()
      return last
    },
    (found) => (found === 'ok' ? freshMs : FRESH_MS),
  )
  return {
    state,
    unwellFor() {
      void state()
      return last === 'ok' ? 0 : Math.ceil((performance.now() - wellAt) / 1_000)
    },
  }
}

/**
 * The dependencies of this process. Redis and the mail server are optional: undefined if the process would use them and none is
 * configured, absent if it does not use them.
 */
export type Probes = {
  readonly database: Probe
  readonly eventStore: Probe
  readonly redis?: Probe | undefined
  readonly mailServer?: Probe | undefined
}

export const createProbes = (
  { REDIS_URL, SMTP_URL }: Pick<Config, 'REDIS_URL' | 'SMTP_URL'>,
  db: Knex,
  {
    gate,
    eventStore,
    process,
  }: { readonly gate: Gate; readonly eventStore: EventStore; readonly process: ProcessName | undefined },
): Probes => ({
  database: createProbe(async () => {
    const { missing } = await databaseVersion(db)
    if (missing.length > 0) throw new NotMigrated(`the database lacks ${namesOf(missing)}`)
  }),
  eventStore: createProbe(async () => {
    await eventStore.head()
    // An api without traffic would not notice an exchanged store otherwise.
    await gate.pass()
  }),
  ...(!withheldFrom(process).has('REDIS_URL') && {
    redis: REDIS_URL ? createProbe(() => pingRedis(REDIS_URL)) : undefined,
  }),
  ...(!withheldFrom(process).has('SMTP_URL') && {
    mailServer: SMTP_URL ? createProbe(() => greetMailServer(SMTP_URL), MAIL_SERVER_FRESH_MS) : undefined,
  }),
})

const NAMES: { readonly [one in keyof Probes]-?: string } = {
  database: 'database',
  eventStore: 'event store',
  redis: 'redis',
  mailServer: 'mail server',
}

/** What the process uses, by the name that health and metrics say; undefined if none is configured. */
export const namedProbes = (probes: Probes): readonly (readonly [string, Probe | undefined])[] =>
  (Object.keys(NAMES) as (keyof Probes)[])
    .filter((one) => one in probes)
    .map((one) => [NAMES[one], probes[one]])

/**
 * Throws if Redis or the mail server rejects our credentials. Does not wait for an unavailable one: the queue and the ledger
 * do that.
 */
export const requireCredentials = async ({ probes }: { readonly probes: Probes }): Promise<void> => {
  const probed = [
    ['REDIS_URL', probes.redis],
    ['SMTP_URL', probes.mailServer],
  ] as const
  for (const [key, probe] of probed)
    if ((await probe?.state()) === 'refuses our credentials')
      throw new Error(`${key}: the server refuses these credentials`)
}
