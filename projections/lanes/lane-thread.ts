import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { allEvents } from '#modules/all.events.ts'
import { parseEvent } from '#platform/event-store/parsed-event.ts'
import { openPlatform } from '#platform/platform.ts'
import { createLogger } from '#platform/watch/logger.ts'
import type { Member } from '../engine/runner/apply.ts'
import { writeUnchecked, type Share } from '../engine/runner/bulk.ts'
import { createDecoding } from '../engine/runner/read-facts.ts'
import { createRetries } from '../engine/runner/retries.ts'
import { projections } from '../index.ts'
import { openProjectorDatabase } from '../projector-database.ts'
import type { LaneTask, ToLane } from './lanes.ts'

/** One lane of builds: decodes its facts and writes their rows. A fact that it cannot write ends it with an error. */
const { config, logLevel, builds } = workerData as LaneTask

// No request waits for it. Only Linux sets the priority of a single thread.
if (process.platform === 'linux') setPriority(19)

const log = createLogger(logLevel)
const platform = await openPlatform(config, { log, catalogue: allEvents, readModels: [] })
await platform.gate.pass()
const db = openProjectorDatabase(config)
const { untilAvailable } = createRetries(log, new AbortController().signal)

const members = builds.map(({ model, schema, begunAt, seen }) => {
  const projection = projections.find(({ name }) => name === model)!
  const member: Member = {
    projection,
    name: schema,
    begun_at: begunAt,
    state: 'building',
    promotes: false,
    position: null,
    resumed: 0,
    kept: undefined,
  }
  return { member, seen }
})
const decode = createDecoding(platform.codec)(members.map(({ member }) => member.projection))

const sharesOf = async (rows: Extract<ToLane, { rows: unknown }>['rows']): Promise<readonly Share[]> => {
  const events = rows.map(({ place, texts }) => parseEvent(place, texts))
  const facts = await untilAvailable(() => decode(events))
  return members.map(({ member, seen }, i) => ({
    member,
    seen,
    facts: facts.filter((_, n) => (rows[n]!.takers & (1 << i)) !== 0),
  }))
}

let writing: Promise<unknown> = Promise.resolve()
const close = async (): Promise<void> => {
  await db.destroy()
  await platform.close()
  parentPort!.close()
}
parentPort!.on('message', (message: ToLane) => {
  if ('ends' in message) return void writing.then(close)
  // The next page is decoded while this one is written.
  const decoded = sharesOf(message.rows)
  decoded.catch(() => {})
  writing = writing.then(async () => {
    // Never repeated: nobody knows whether a commit without an answer is lost, and the log would get its entries twice.
    await writeUnchecked(db, await decoded)
    parentPort!.postMessage('written', [])
  })
})
parentPort!.postMessage('ready', [])
