import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { UserRole } from '#contract/accounts/users.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { allEvents } from '#modules/all.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { ProviderAddresses } from '#platform/oidc/identity-providers.ts'
import type { PushOptions } from '#platform/push/push.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { readModels, startProjector, type Projector } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { deferredDone } from './deferred-done.ts'
import { createDatabase, type TestDatabase } from '../servers/postgres.ts'
import { ownerUrl } from '../servers/runtime-url.ts'
import { watchReadModels } from '../endpoints/undeclared-read-models.ts'
import { freshSecrets } from '../processes/secrets.ts'
import { silentLog } from '../processes/silent-log.ts'
import { untilReached } from './until-reached.ts'

export type Answered = {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: any
}
export type Person = { readonly userId: string; readonly email: string; readonly token: string }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type CallOptions = {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The product on a database of its own: API and projector, without a listening port and without a worker, with the role of the processes. */
export type Product = {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly projector: Projector
  /** What the product takes for the time; sessions end as it passes, so log in again after a jump. */
  readonly clock: { now(): Date; advance(ms: number): void }
  call(method: Method, path: string, options?: CallOptions): Promise<Answered>
  /** Somebody with an account, logged in, by facts and rows alone; verified unless told otherwise. */
  person(given?: {
    email?: string
    role?: UserRole
    language?: 'de' | 'en'
    verified?: boolean
  }): Promise<Person>
  /** A new session of the same person. */
  logIn(userId: string, role?: UserRole): Promise<string>
  /** Every fact of a stream, readable. */
  facts(stream: string): Promise<readonly Fact[]>
  /** Position of the newest fact, when nobody waits for one: the same before and after means that nothing was written. */
  head(): Promise<Position | null>
  /** Runs statements with the role that owns the tables, which no process has. */
  asOwner<T>(work: (trx: Knex) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** No command waits for the audit log: who reads it says what they have seen, as every client does. */
const HISTORY = /^[/]workspaces[/]history/
/** A file is what it is. */
const isJson = (headers: Record<string, unknown>) =>
  /^application\/json\b/.test(String(headers['content-type']))

/** A call over HTTP to that process, without a port. */
export const send = async (
  app: FastifyInstance,
  method: Method,
  url: string,
  { token, body, headers }: CallOptions = {},
): Promise<Answered> => {
  const answer = await app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
  })
  const text = answer.body
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson(answer.headers) ? JSON.parse(text) : text || null,
  }
}

/** What every platform of the tests on the same stores must agree about. */
export const FAST = {
  /** Each erasure waits a third longer. */
  keyLeaseMs: 450,
  /** A millisecond instead of thirty. Tests call for thousands of hashes. */
  hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
} as const

type Given = [
  providerAddresses?: ProviderAddresses | undefined,
  pushOptions?: PushOptions | undefined,
  keyLeaseMs?: number,
]

const DEFERRED = /^\/auth\/(signup|initiate-verification|reset-password)$/
export const openProduct = async (settings: Partial<Config> = {}, ...given: Given): Promise<Product> =>
  openProductOn(await createDatabase({ built: settings.EVENTSTORE_URL === undefined }), settings, ...given)

/** The same on a given database, which it drops at the end. */
export const openProductOn = async (
  database: TestDatabase,
  settings: Partial<Config> = {},
  ...[providerAddresses, pushOptions, keyLeaseMs = FAST.keyLeaseMs]: Given
): Promise<Product> => {
  const config: Config = {
    ...readConfig({ ...freshSecrets(), PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: database.url }),
    CONTACT_EMAIL: 'operator@vieraugen.example',
    RATE_FACTOR: 1_000,
    MASS_MAILS_A_MINUTE: 100_000,
    SUPER_ADMIN_PASSKEY: 'optional',
    ...settings,
  }
  let skippedMs = 0
  const clock = {
    now: () => new Date(Date.now() + skippedMs),
    advance(ms: number) {
      skippedMs += ms
    },
  }
  const platform = await openPlatform(config, {
    log: silentLog,
    catalogue: allEvents,
    readModels,
    clock,
    ...FAST,
    keyLeaseMs,
    providerAddresses,
    pushOptions,
  })
  await requireSecrets(platform)
  const projector = await startProjector(platform)
  // Until then nothing is there to be read.
  await projector.caughtUp()
  const app = await buildApi(platform, { localMailbox: false })
  watchReadModels(app, platform)
  await app.ready()
  const { commands, codec, eventStore, positions } = platform
  const sessions = createSessions(platform, config.TOKEN_SECRET)

  let told: string | undefined

  const logIn: Product['logIn'] = async (userId, role = 'admin') => {
    const id = randomUUID()
    const kind = role === 'super admin' ? role : 'web'
    await sessions.open({ id, userId, kind, cookieBound: false, device: null, now: clock.now() })
    return app.jwt.sign({ sub: userId, sid: id, jti: sessions.tokenId(id, 0), role }, { expiresIn: '10m' })
  }

  return {
    app,
    platform,
    projector,
    clock,
    logIn,
    async head() {
      await deferredDone(platform)
      return eventStore.head()
    },
    async asOwner(work) {
      const db = openDatabase(ownerUrl(database.url))
      try {
        return await db.transaction(work)
      } finally {
        await db.destroy()
      }
    },
    facts: async (stream) => codec.decode(await wholeStream(eventStore, stream)),
    async call(method, url, options = {}) {
      const position = told && HISTORY.test(url) && { 'x-min-position': told }
      const answer = await send(app, method, url, {
        ...options,
        headers: { ...position, ...options.headers },
      })
      // Tests expect deferred work to be done when the call returns.
      if (DEFERRED.test(url)) await deferredDone(platform)
      const reached = answer.headers['x-event-position']
      if (typeof reached === 'string') told = reached
      return answer
    },
    async person({ role = 'admin', language = 'en', verified = true, ...given } = {}) {
      const userId = randomUUID()
      const email = given.email ?? `${userId.slice(0, 8)}@example.com`
      const who = { userId, email, language, addressHash: addressHash(config.ADDRESS_KEY, email) }
      const { position } = await commands.execute({
        decider: userDecider,
        stream: userStream(userId),
        workspaceId: null,
        context: {
          commandId: randomUUID(),
          content: userId,
          actor: { kind: 'anonymous', userId, role: null },
          at: clock.now(),
          requestId: null,
          client: null,
        },
        command: verified
          ? { type: 'SignUpInvited', role, ...who }
          : { type: 'SignUp', generation: 1, ...who },
      })
      await untilReached(positions, position!)
      return { userId, email, token: await logIn(userId, role) }
    },
    async close() {
      await app.close()
      await projector.stop()
      await platform.close()
      await database.drop()
    },
  }
}
