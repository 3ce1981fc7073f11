import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts'
import { mailboxMessages, type MailboxMessage } from '#contract/mailbox.ts'
import { login } from '#contract/accounts/sessions.ts'
import { signup, verifyEmail } from '#contract/accounts/sign-up.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import type { Clock } from '#platform/primitives/clock.ts'
import { reservePort } from '../../../services/local/postgres/reserve-port.ts'
import { startProduct } from '../../../services/local/product.ts'
import { builtWeb } from '../servers/built-web.ts'
import { addressOf } from '../endpoints/endpoints.ts'
import { FAST } from './product.ts'
import { createDatabase } from '../servers/postgres.ts'
import { freshSecrets } from '../processes/secrets.ts'
import { silentLog } from '../processes/silent-log.ts'

/** Of every account, unless a test is about passwords. */
export const PASSWORD = 'correct horse'

type Given<E extends Endpoint> = {
  readonly token?: string
  readonly params?: Params<E>
  readonly query?: Query<E>
  readonly body?: Body<E>
}

/** The whole product as `npm start` runs it, on a free port and a database of its own. */
export type LocalProduct = {
  readonly origin: string
  readonly databaseUrl: string
  /** For a process beside it, on the same stores. */
  readonly config: Config
  /** Calls the API over HTTP; fails with what was answered unless it is the reply. */
  call<E extends Endpoint>(endpoint: E, given?: Given<E>): Promise<Reply<E>>
  /** Somebody who has signed up, confirmed their address and logged in, over HTTP. */
  account(email?: string): Promise<{ readonly email: string; readonly token: string }>
  /** Waits until a mail to `to` whose subject matches has come. */
  mail(to: string, subject: RegExp): Promise<MailboxMessage>
  mails(): Promise<MailboxMessage[]>
  readonly clock: Clock
  /** Lets its clock run ahead from now on. */
  skip(ms: number): void
  close(): Promise<void>
}

/** With these settings beside those of `npm start`. */
export const openLocalProduct = async (settings: Record<string, string> = {}): Promise<LocalProduct> => {
  await builtWeb()
  const database = await createDatabase({ built: true })
  const port = await reservePort('127.0.0.1', 0)
  const origin = `http://localhost:${port.number}`
  const config = readConfig({
    PORT: String(port.number),
    PUBLIC_BASE_URL: origin,
    DATABASE_URL: database.url,
    CONTACT_EMAIL: 'operator@vieraugen.example',
    RATE_FACTOR: '20',
    MASS_MAILS_A_MINUTE: '100000',
    ...freshSecrets(),
    ...settings,
  })
  await port.release()
  let skippedMs = 0
  const clock = { now: () => new Date(Date.now() + skippedMs) }
  const product = await startProduct(config, {
    log: silentLog,
    localMailbox: true,
    replaced: { clock, hashCost: FAST.hashCost },
  })
  const call: LocalProduct['call'] = async (endpoint, { token, params, query, body } = {}) => {
    const answer = await fetch(origin + addressOf(endpoint, params, query), {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const reply: unknown = await answer.json()
    expect(answer.status, `${endpoint.operation}: ${JSON.stringify(reply)}`).toBe(endpoint.status)
    return reply as Reply<typeof endpoint>
  }
  const mails = async (query: Query<typeof mailboxMessages> = {}) => {
    const answer = await fetch(origin + addressOf(mailboxMessages, undefined, query))
    return (await answer.json()) as MailboxMessage[]
  }
  const mail: LocalProduct['mail'] = (to, subject) =>
    // Mails are large: only those that may match are asked for.
    vi.waitUntil(async () => (await mails({ to })).find((message) => subject.test(message.subject)), {
      timeout: 15_000,
      interval: 50,
    })
  return {
    origin,
    databaseUrl: database.url,
    config,
    call,
    async account(email = `${randomUUID()}@example.com`) {
      const credentials = { email, password: PASSWORD }
      await call(signup, { body: credentials })
      const { pathname } = linkIn(await mail(email, /confirm/i), '/auth/confirmEmail/')
      await call(verifyEmail, { params: { verificationToken: pathname.split('/').at(-1)! } })
      return { email, token: (await call(login, { body: credentials })).access_token }
    },
    mails: () => mails(),
    mail,
    clock,
    skip: (ms) => void (skippedMs += ms),
    async close() {
      await product.close()
      await database.drop()
    },
  }
}

/** The link in a mail's text that leads to `path`. */
export const linkIn = (mail: MailboxMessage, path: string): URL => {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname.startsWith(path))
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`)
  return new URL(link)
}
