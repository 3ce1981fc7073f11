import { parentPort, workerData } from 'node:worker_threads'
import { openEsdbEventStore } from '#platform/event-store/event-store-db/esdb-event-store.ts'
import { follow, idsOf } from './facts.ts'
import { silentLog } from '../processes/silent-log.ts'

export type Busy = { readonly url: string; readonly lastId: string; readonly isFree: Int32Array }
export type Followed = { readonly ids: readonly string[]; readonly reasons: readonly string[] }

// A thread that follows a store, and with its first page is busy until it is told otherwise: it takes nothing more
// from its connections. Answers what it got and why its subscriptions ended.
const { url, lastId, isFree } = workerData as Busy
const reasons: string[] = []
const warn = ({ err }: { readonly err: Error }) => void reasons.push(err.message)
const store = openEsdbEventStore({ url, log: Object.assign(silentLog.child({}), { warn }) })
const events = await follow(store, null, (seen) => seen.at(-1)?.id === lastId, {
  onPage: () => void Atomics.wait(isFree, 0, 0),
})
await store.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ ids: idsOf(events), reasons } satisfies Followed)
