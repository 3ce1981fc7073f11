import { noEsdb, startRealEsdb } from '../esdb/own.ts'
import { freePort, noRedis, startRedis } from '../servers/redis.ts'

/** EventStoreDB and Redis for one test if both are available. Otherwise none, and the test uses PostgreSQL only. */
export type OwnStores = {
  readonly settings: Readonly<Record<string, string>>
  /** Their process ids, for measurements. */
  readonly pids: Readonly<Record<string, number>>
  close(): Promise<void>
}

export const noStores: OwnStores = { settings: {}, pids: {}, close: async () => {} }

export const openOwnStores = async (): Promise<OwnStores> => {
  if (noEsdb !== null || noRedis !== null) return noStores
  const [esdb, redis] = [await startRealEsdb(), await startRedis(await freePort())]
  return {
    settings: { EVENTSTORE_URL: esdb.url, REDIS_URL: redis.url },
    pids: { EventStoreDB: esdb.pid(), Redis: redis.pid },
    async close() {
      await esdb.close()
      await redis.kill()
    },
  }
}
