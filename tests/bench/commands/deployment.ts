import { join } from 'node:path'
import { endEverything, mains, run, temporaryFolder, type Part } from '#support/processes/local-process.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openOwnStores } from '#support/event-store/own-stores.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { freePort } from '#support/servers/redis.ts'
import { newDatabase } from '../database.ts'
import { openClient, type Client } from '../processes.ts'

const parts = Object.keys(mains) as Part[]

/** The product as in production: a process of its own for each part. */
export type Deployment<T> = {
  readonly prepared: T
  /** One for each api. */
  readonly clients: readonly Client[]
  pidsOf(part: Part): readonly number[]
  /** The process ids of EventStoreDB and Redis, if they can be had here. */
  readonly storePids: Readonly<Record<string, number>>
}

/**
 * Starts `count` instances of each process with stores of their own, after `prepare` has written what they need. `ended` is filled with
 * what is to be called in the end, last first.
 */
export const startDeployment = async <T>(
  { count = 1, url, env = {} }: { count?: number; url: string; env?: Record<string, string> },
  ended: (() => unknown)[],
  prepare: (product: Product) => Promise<T>,
): Promise<Deployment<T>> => {
  const secrets = freshSecrets()
  const database = await newDatabase(url)
  const stores = await openOwnStores()
  ended.push(stores.close)
  const product = await openProductOn(database, { ...secrets, ...stores.settings, RATE_FACTOR: 1_000_000 })
  ended.push(() => product.close())
  const prepared = await prepare(product)
  await product.projector.stop()
  const settings = {
    ...secrets,
    ...stores.settings,
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    RATE_FACTOR: '1000000',
    // As in compose.
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
    ...env,
  }
  // As in the image.
  await run(['node', 'services/ops/compile.ts'], temporaryFolder()).ended
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  // Before their stores.
  ended.push(endEverything)
  const started = ports.flatMap((port) =>
    parts.map((part) => ({
      part,
      process: run(['node', mains[part]], temporaryFolder(), { ...settings, PORT: `${port}` }),
    })),
  )
  await Promise.all(started.map(({ process }) => process.prints('"msg":"ready"')))
  const clients = ports.map((port) => openClient(port))
  ended.push(() => clients.forEach((client) => client.close()))
  return {
    prepared,
    clients,
    storePids: stores.pids,
    pidsOf: (part) => started.filter((one) => one.part === part).map(({ process }) => process.pid),
  }
}
