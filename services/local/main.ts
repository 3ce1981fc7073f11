import { setTimeout as delay } from 'node:timers/promises'
import { dataFolderPath, openDataFolder, root } from './data-folder.ts'
import { localSettings, readLocalConfig } from './local-config.ts'
import { startLocalDatabase } from './postgres/local-database.ts'
import { portTaken, reservePort } from './postgres/reserve-port.ts'
import { startProduct } from './product.ts'
import { takeOverOnce } from './take-over-once.ts'
import { stopOnSignals } from '#platform/signals.ts'
import { messageForUser } from './user-facing-error.ts'
import { buildWeb } from './web-build.ts'
import { PRODUCT } from '#contract/common.ts'
import type { DemoLogin } from '#contract/mailbox.ts'
import { migrate } from '#platform/postgres/database.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { createLogger, type Logger } from '#platform/watch/logger.ts'
import type { Config } from '#platform/config/config.ts'

const drainWithinMs = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

const addresses = (origin: string, folder: string, mailboxToken: string): string =>
  [
    ['App', origin],
    ['Phone', `${origin}/m`],
    ['Mailbox', `${origin}/mailbox (from elsewhere: /mailbox?token=${mailboxToken})`],
    ['API', `${origin}/docs`],
    ['Data', folder],
  ]
    .map(([name, place]) => `  ${name?.padEnd(9)}${place}`)
    .join('\n')

const told = (logins: readonly DemoLogin[]): string =>
  logins.map(({ as, email, password }) => `  ${as.padEnd(13)}${email.padEnd(38)}${password}`).join('\n')

const openProduct = async (config: Config, log: Logger, mailboxToken: string) => {
  try {
    const localMailbox = config.SMTP_URL === undefined
    return await startProduct(config, { log, localMailbox, mailboxToken, output: process.stdout })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portTaken(config.PORT) : error
  }
}

/**
 * Starts everything on one machine, and pushes what it opens onto `opened`. Resolves when the product is ready,
 * with promises that reject when it cannot continue.
 */
const start = async (opened: AsyncDisposableStack, stop: AbortSignal): Promise<readonly Promise<never>[]> => {
  const startedAt = performance.now()
  const folder = openDataFolder(dataFolderPath(process.env), 'product')
  opened.defer(() => folder.close())
  const keys = localSettings(folder.path)
  const settings = readLocalConfig(process.env, keys)
  const log = createLogger(settings.LOG_LEVEL)
  const port = await reservePort(settings.HOST, settings.PORT)
  opened.defer(port.release)

  say('Starting …')
  const failure = new AbortController()
  const starting = startLocalDatabase(folder, keys.DATABASE_PASSWORD, log)
  opened.defer(async () => (await starting.catch(() => undefined))?.stop())
  opened.defer(() => failure.abort())
  const [database] = await Promise.all([starting, buildWeb(root, AbortSignal.any([stop, failure.signal]))])
  stop.throwIfAborted()
  await migrate(database.url, log)

  const env = { ...process.env, PORT: String(port.number) }
  const config = readLocalConfig(env, keys, database.url)
  await takeOverOnce(folder.path, config, log)
  await port.release()
  const mailboxToken = randomToken()
  const product = await openProduct(config, log, mailboxToken)
  opened.defer(() => Promise.race([product.close(), delay(drainWithinMs)]))
  folder.update({ address: config.PUBLIC_BASE_URL })
  if (process.argv.includes('--demo')) {
    say('Making the demo …')
    const logins = await product.demo.create()
    say(`Passwords of the demo, shown only now:\n\n${told(logins)}\n`)
  } else if (await product.demo.isOffered()) {
    say(`Empty so far: ${config.PUBLIC_BASE_URL}/mailbox has a button for a demo company; npm run demo, too.`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(
    `${PRODUCT} is ready (${seconds} s). Ctrl-C stops it.\n\n${addresses(config.PUBLIC_BASE_URL, folder.path, mailboxToken)}\n`,
  )
  return [database.failed, product.failed]
}

const report = (error: unknown) => console.error(messageForUser(error))

/** Runs until a signal and returns the exit code. Closes in reverse order whatever was opened. */
const main = async (): Promise<number> => {
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => {})
  process.on('uncaughtException', crash.reject)
  // The reader of our output may close the pipe first (npm start | head).
  process.stdout.on('error', () => {})
  const stop = stopOnSignals(() => process.exit(1))
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
  const opened = new AsyncDisposableStack()
  let code = 0
  try {
    const failed = await start(opened, stop)
    await Promise.race([stopped, crash.promise, ...failed])
    say('Stopping …')
  } catch (error) {
    // The errors of an interrupted start do not matter.
    if (!stop.aborted) report(error)
    if (!stop.aborted) code = 1
  }
  try {
    await opened.disposeAsync()
  } catch (error) {
    report(error)
    code = 1
  }
  return code
}

process.exit(await main())
