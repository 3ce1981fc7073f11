import type { Config } from '../config/config.ts'
import { databaseVersion } from '../postgres/database-version.ts'
import type { Knex } from '../postgres/database.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { Gate } from './gate.ts'
import { greetMailServer } from '../mail/mailer.ts'
import { pingRedis } from '../queue/redis-queue.ts'
import { withFallback } from '../primitives/timeouts.ts'
import { isMisplaced, isRefused, NotMigrated } from './stores.ts'

/** How a dependency is, in words that hold no address and no secret. */
export type State =
  'ok' | 'away' | 'no answer' | 'refuses our credentials' | 'not migrated' | 'not ours as it is'

export type Probe = {
  /** Within 2 s; what was asked a moment ago is not asked again. */
  state(): Promise<State>
  /** Seconds since it was last well, as far as is known without waiting; 0 while it is. */
  unwellFor(): number
}

export const FRESH_MS = 2_000
/** Asking a mail server is a login, and some count those. */
const MAIL_SERVER_FRESH_MS = 60_000

const stateIn = (error: unknown): State => {
  if (isRefused(error)) return 'refuses our credentials'
  if (isMisplaced(error)) return 'not ours as it is'
  return error instanceof NotMigrated ? 'not migrated' : 'away'
}

/** Gives the last answer again until it is `freshMs` old, however many ask. `ask` never rejects. */
export const cachedFor = <T>(
  ask: () => Promise<T>,
  freshMs: number | ((answer: T) => number),
): (() => Promise<T>) => {
  let asked: Promise<T> | undefined
  let freshUntil = 0
  const askAgain = async () => {
    freshUntil = Infinity
    const answer = await ask()
    freshUntil = performance.now() + (typeof freshMs === 'number' ? freshMs : freshMs(answer))
    return answer
  }
  return () => {
    if (!asked || performance.now() >= freshUntil) asked = askAgain()
    return asked
  }
}

/** What is well is asked again after `freshMs`, what is not after 2 s. */
export const createProbe = (ask: () => Promise<unknown>, freshMs = FRESH_MS): Probe => {
  let last: State = 'ok'
  let wellAt = performance.now()
  const state = cachedFor(
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

/** What this process depends on; Redis and the mail server where there is one. */
export type Probes = {
  readonly database: Probe
  readonly eventStore: Probe
  readonly redis: Probe | undefined
  readonly mailServer: Probe | undefined
}

export const createProbes = (
  { REDIS_URL, SMTP_URL }: Pick<Config, 'REDIS_URL' | 'SMTP_URL'>,
  db: Knex,
  { gate, eventStore }: { readonly gate: Gate; readonly eventStore: EventStore },
): Probes => ({
  database: createProbe(async () => {
    const { missing } = await databaseVersion(db)
    if (missing.length > 0) throw new NotMigrated(`the database lacks ${missing.join(', ')}`)
  }),
  eventStore: createProbe(async () => {
    await eventStore.head()
    // Nobody else may be asking: an api that only reads finds out here that its store is another one now.
    await gate.pass()
  }),
  redis: REDIS_URL ? createProbe(() => pingRedis(REDIS_URL)) : undefined,
  mailServer: SMTP_URL ? createProbe(() => greetMailServer(SMTP_URL), MAIL_SERVER_FRESH_MS) : undefined,
})

/**
 * Redis and the mail server, where they are there, take our credentials. Neither is waited for: the queue and
 * the ledger do that.
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
