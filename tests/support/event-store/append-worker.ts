import { text } from 'node:stream/consumers'
import { openStore, type StoreAddress } from './open-store.ts'
import { runWriters, type Load } from './writers.ts'

// A second process of writers: told what to do on standard input, answers what was acknowledged.
const { address, load } = JSON.parse(await text(process.stdin)) as { address: StoreAddress; load: Load }
const store = await openStore(address)
const acknowledged = await runWriters(store, load)
await store.close()
process.stdout.write(JSON.stringify(acknowledged))
