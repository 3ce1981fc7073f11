import { openEsdbEventStore } from '#platform/event-store/event-store-db/esdb-event-store.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openPostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.ts'
import { openListener } from '#platform/postgres/listener.ts'
import { silentLog } from '../processes/silent-log.ts'

/** The address of a store, in a form that can be passed to another process. */
export type StoreAddress = { readonly adapter: 'postgres' | 'esdb'; readonly url: string }

/** Opens a store and its listener. `close` ends both. */
export const openStore = async ({ adapter, url }: StoreAddress): Promise<EventStore> => {
  if (adapter === 'esdb') return openEsdbEventStore({ url, log: silentLog })
  const listener = openListener(url, silentLog)
  const store = await openPostgresEventStore({ databaseUrl: url, listener, log: silentLog })
  return {
    ...store,
    async close() {
      await store.close()
      await listener.close()
    },
  }
}
