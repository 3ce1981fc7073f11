import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { freePort } from '../servers/redis.ts'
import { createDatabase } from '../servers/postgres.ts'
import { endEverything, mains, run, temporaryFolder } from '#support/processes/local-process.ts'
import { freshSecrets } from '../processes/secrets.ts'
import { openProductOn, type Answered, type CallOptions, type Product } from './product.ts'
import { builtWeb } from '../servers/built-web.ts'

/** Two api processes beside a product: they share nothing but its stores. */
export type TwoApis = {
  readonly product: Product
  /** The addresses of the first and the second process. */
  readonly bases: readonly [string, string]
  /** A call over HTTP to the first or the second process. */
  call(process: 0 | 1, method: 'POST' | 'GET', path: string, options?: CallOptions): Promise<Answered>
  close(): Promise<void>
}

export const openTwoApis = async (): Promise<TwoApis> => {
  await builtWeb()
  const database = await createDatabase({ built: true })
  const secrets = freshSecrets()
  const product = await openProductOn(database, secrets)
  const ports = [await freePort(), await freePort()] as const
  const bases = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const
  const apis = ports.map((port) =>
    run(['node', mains.api], temporaryFolder(), {
      ...secrets,
      ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
      DATABASE_URL: database.url,
      PUBLIC_BASE_URL: 'http://localhost',
      HEALTH_PORT: '0',
      RATE_FACTOR: '1000',
      PORT: String(port),
    }),
  )
  await Promise.all(apis.map((api) => api.prints('"msg":"ready"')))
  return {
    product,
    bases,
    async call(process, method, path, { token, body, headers } = {}) {
      const answer = await fetch(`${bases[process]}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.json().catch(() => null),
      }
    },
    async close() {
      await endEverything()
      await product.close()
    },
  }
}

/**
 * Locks a row, sends one call to each process, waits until both wait for the lock, and lets them go: they meet at that row,
 * however slow the machine is. Returns their answers.
 */
export const meetAt = async (
  { platform: { db } }: Product,
  { table, where }: { readonly table: string; readonly where: object },
  calls: readonly [() => Promise<Answered>, () => Promise<Answered>],
): Promise<readonly Answered[]> => {
  const lock = await db.transaction()
  await lock(table).where(where).forUpdate().first()
  const answers = calls.map((call) => call())
  try {
    await eventually(async () => {
      const { rows } = await db.raw<{ rows: object[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(calls.length)
    })
  } finally {
    await lock.rollback()
  }
  return Promise.all(answers)
}
