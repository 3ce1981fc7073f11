import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import type * as Database from '#platform/postgres/database.ts'
import type * as Logs from '#platform/watch/logger.ts'
import type * as Local from '../../../services/local/product.ts'
import type { Person, Product } from '#support/product/product.ts'
import type * as Products from '#support/product/product.ts'
import type * as Workspaces from '#support/product/workspaces.ts'
import type * as Deferred from '#modules/accounts/deferred/run-deferred.ts'
import type * as Tokens from '#modules/accounts/mail-token.store.ts'
import { sendToParent, type Actors, type ProductReady } from '../processes.ts'
import { firstOf } from '../program-of-before.ts'

/**
 * The whole product as `npm start` runs it, from any checkout of the repository, on an empty database. The sessions of its
 * users outlive every measurement.
 */
const { tree, url, port, stores, ...people } = JSON.parse(process.env['BENCH_PRODUCT']!) as {
  tree: string
  url: string
  port: number
  stores: Readonly<Record<string, string>>
  requesters: number
  workspaces: number
  accounts: number
}
const from = <T>(...files: string[]) => import(pathToFileURL(firstOf(tree, ...files)).href) as Promise<T>

const { migrate } = await from<typeof Database>('services/platform/postgres/database.ts')
const { createLogger } = await from<typeof Logs>('services/platform/watch/logger.ts')
const { startProduct } = await from<typeof Local>('services/local/product.ts')
const { openProductOn } = await from<typeof Products>(
  'tests/support/product/product.ts',
  'tests/support/product.ts',
)
const { colleague, workspaceOf } = await from<typeof Workspaces>(
  'tests/support/product/workspaces.ts',
  'tests/support/workspaces.ts',
)
const { confirmationTokens } = await from<typeof Tokens>('services/modules/accounts/mail-token.store.ts')
const deferred = await from<typeof Deferred & { grantWishes?: typeof Deferred.runDeferredCalls }>(
  'services/modules/accounts/deferred/run-deferred.ts',
  'services/modules/accounts/grant-wishes.ts',
)

/** Returns a token that lasts for five hours. */
const lastingToken = (product: Product, { token }: Person): string => {
  const {
    iat: _,
    exp: __,
    iss: ___,
    aud: ____,
    ...claims
  } = product.app.jwt.decode<Record<string, unknown>>(token)!
  return product.app.jwt.sign(claims as never, { expiresIn: '5h' })
}

/** Signs people up who log in with a password. */
const createAccounts = async ({ call, platform }: Product, count: number): Promise<Actors['accounts']> => {
  const accounts = Array.from({ length: count }, (_, i) => ({
    email: `clerk${i}@example.org`,
    password: 'a long enough password',
  }))
  for (const body of accounts) {
    await call('POST', '/auth/signup', { body })
    await (deferred.grantWishes ?? deferred.runDeferredCalls)(platform)
  }
  const { rows } = await platform.db.raw<{ rows: { subject_id: string }[] }>(
    `SELECT subject_id FROM mail_tokens WHERE purpose = 'confirm-email'`,
  )
  const tokens = confirmationTokens(platform)
  for (const { subject_id } of rows) await call('POST', `/auth/verifyEmail/${tokens.token(subject_id, 1)}`)
  return accounts
}

const createActors = async (product: Product): Promise<Actors> => {
  const workspace = await workspaceOf(product)
  const requesters: string[] = []
  for (let lane = 0; lane < people.requesters; lane += 1)
    requesters.push(lastingToken(product, await colleague(product, workspace)))
  const approver = lastingToken(product, await colleague(product, workspace, { approver: true }))
  // Inviting so many has ended the first session.
  const admin = { ...workspace.admin, token: await product.logIn(workspace.admin.userId) }
  const workspaces: string[] = []
  for (let i = 0; i < people.workspaces; i += 1) workspaces.push((await workspaceOf(product, admin)).id)
  return {
    workspaceId: workspace.id,
    admin: lastingToken(product, admin),
    requesters,
    approver,
    workspaces,
    accounts: await createAccounts(product, people.accounts),
  }
}

await migrate(url)
const product = await openProductOn({ url, drop: async () => {} }, { RATE_FACTOR: 1_000_000, ...stores })
const { config } = product.platform
const actors = await createActors(product)
await product.close()

const started = await startProduct(
  { ...config, PORT: port, HOST: '127.0.0.1' },
  {
    log: createLogger('info', pino.destination({ dest: '/dev/null', sync: true })),
    localMailbox: true,
  },
)
/** Profiles the measured part. Writes the profile to the folder in `BENCH_PROFILE`. */
const startProfile = async (folder: string) => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => {
    const { profile: taken } = await session.post('Profiler.stop')
    writeFileSync(join(folder, `product.${process.pid}.cpuprofile`), JSON.stringify(taken))
  }
}
const { BENCH_PROFILE } = process.env
const stopProfile = BENCH_PROFILE ? await startProfile(BENCH_PROFILE) : async () => {}
const end = async () => {
  await stopProfile()
  await started.close()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const reportMemory = async () => {
  // Finalizers need several collections.
  for (let i = 0; i < 3; i += 1) {
    collect()
    await setImmediate()
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  sendToParent({ rss, heap: heapUsed + external })
}
process.on('message', () => void reportMemory())
sendToParent({ actors } satisfies ProductReady)
