import { text } from 'node:stream/consumers'
import { openStore, type StoreAddress } from './open-store.ts'
import { runWriters, type Load } from './writers.ts'

// A second process of writers. It reads its load from standard input and writes the acknowledged events.
const { address, load } = JSON.parse(await text(process.stdin)) as { address: StoreAddress; load: Load }
const store = await openStore(address)
const acknowledged = await runWriters(store, load)
await store.close()
process.stdout.write(JSON.stringify(acknowledged))
