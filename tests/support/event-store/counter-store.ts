import { createCommands, type Commands } from '#platform/commands/execute-command.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { createCodec, type Codec } from '#platform/facts/event-codec.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { openListener, type Listener } from '#platform/postgres/listener.ts'
import { counterEvents } from './counter.ts'
import { openKeys } from './keys.ts'
import { openStore } from './open-store.ts'
import { createDatabase } from '../servers/postgres.ts'
import { silentLog } from '../processes/silent-log.ts'

/** Counters in their own database, with everything that a projector needs. */
export type CounterStore = {
  readonly url: string
  readonly db: Knex
  readonly store: EventStore
  readonly codec: Codec
  readonly commands: Commands
  readonly listener: Listener
  close(): Promise<void>
}

export const openCounterStore = async (): Promise<CounterStore> => {
  const database = await createDatabase()
  const { url } = database
  const db = openDatabase(url)
  const store = await openStore({ adapter: 'postgres', url })
  const { keys, fingerprints } = await openKeys(db)
  const codec = createCodec(counterEvents, keys)
  const listener = openListener(url, silentLog)
  return {
    url,
    db,
    store,
    codec,
    commands: createCommands(store, codec, fingerprints),
    listener,
    async close() {
      await listener.close()
      await store.close()
      await db.destroy()
      await database.drop()
    },
  }
}
