import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { MailboxMessage } from '#contract/mailbox.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { reservePort } from '../../services/local/port.ts'
import { startProduct } from '../../services/local/product.ts'
import { buildWeb } from '../../services/local/web-build.ts'
import { createDatabase } from './postgres.ts'
import { freshSecrets } from './secrets.ts'
import { silentLog } from './silent-log.ts'

/** The whole product as `npm start` runs it, on a free port and a database of its own. */
export type LocalProduct = {
  readonly origin: string
  readonly databaseUrl: string
  /** For a process beside it, on the same stores. */
  readonly config: Config
  /** Waits until a mail to `to` whose subject matches has come. */
  mail(to: string, subject: RegExp): Promise<MailboxMessage>
  mails(): Promise<MailboxMessage[]>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

export const openLocalProduct = async (): Promise<LocalProduct> => {
  await buildWeb(root, new AbortController().signal)
  const database = await createDatabase()
  const port = await reservePort('127.0.0.1', 0)
  const origin = `http://localhost:${port.number}`
  const config = readConfig({
    PORT: String(port.number),
    PUBLIC_BASE_URL: origin,
    DATABASE_URL: database.url,
    RATE_FACTOR: '20',
    ...freshSecrets(),
  })
  await port.release()
  const product = await startProduct(config, { log: silentLog, localMailbox: true })
  const mails = async () => (await (await fetch(`${origin}/mailbox/messages`)).json()) as MailboxMessage[]
  return {
    origin,
    databaseUrl: database.url,
    config,
    mails,
    mail: (to, subject) =>
      vi.waitUntil(
        async () => (await mails()).find((message) => message.to === to && subject.test(message.subject)),
        { timeout: 15_000, interval: 50 },
      ),
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
