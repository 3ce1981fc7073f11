import { parentPort, workerData } from 'node:worker_threads'
import { openEsdbEventStore } from '#platform/event-store/event-store-db/esdb-event-store.ts'
import { follow, idsOf } from './facts.ts'
import { silentLog } from '../processes/silent-log.ts'

export type BusyOptions = { readonly url: string; readonly lastId: string; readonly isFree: Int32Array }
export type Received = { readonly ids: readonly string[]; readonly reasons: readonly string[] }

// A thread that subscribes to a store and blocks on its first page until `isFree`, so that it reads nothing from its
// connections. It reports the events and the reasons why its subscriptions ended.
const { url, lastId, isFree } = workerData as BusyOptions
const reasons: string[] = []
const warn = ({ err }: { readonly err: Error }) => void reasons.push(err.message)
const store = openEsdbEventStore({ url, log: Object.assign(silentLog.child({}), { warn }) })
const events = await follow(store, null, (seen) => seen.at(-1)?.id === lastId, {
  onPage: () => void Atomics.wait(isFree, 0, 0),
})
await store.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ ids: idsOf(events), reasons } satisfies Received)
