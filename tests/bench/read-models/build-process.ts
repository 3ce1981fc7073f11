import { allEvents } from '#modules/all.events.ts'
import type { Config } from '#platform/config/config.ts'
import type { Decode } from '#platform/facts/decode-facts.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { startBuild } from '#projections/engine/builds/builds.ts'
import { retire, sweepRetired } from '#projections/engine/builds/retire.ts'
import { createRetries } from '#projections/engine/runner/retries.ts'
import { projections } from '#projections/index.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { sendToParent } from '../processes.ts'
import { writeRequests } from './requests.ts'

/**
 * A process that only builds, so that its memory is that of a build. Another process like it writes the facts. Questions:
 * `write FACTS`, `read`, `decode`, `decode MODEL` and `build MODEL…`.
 */
const config = JSON.parse(process.env['BENCH_CONFIG']!) as Config
const platform = await openPlatform(config, { log: silentLog, catalogue: allEvents, readModels })
await requireSecrets(platform)
const { db, eventStore, codec } = platform

const readAll = async (decode?: Decode): Promise<void> => {
  for (let after: string | null = null; ;) {
    const page = await eventStore.readAll({ after, max: 1_000 })
    await decode?.(page.events)
    if (page.atHead) return
    after = page.next
  }
}

const named = (names: readonly string[]) => projections.filter(({ name }) => names.includes(name))

const { untilAvailable } = createRetries(silentLog, new AbortController().signal)

/** PostgreSQL may be analysing the tables, and hold a lock on them for a moment. */
const drop = async (name: string): Promise<void> => {
  let isRetiring = false
  await untilAvailable(() => {
    if (isRetiring) return sweepRetired(db)
    isRetiring = true
    return retire(db, name)
  })
}

/** Builds read models. Returns the cleanup, which is not measured. */
const build = async (names: readonly string[]) => {
  const models = named(names)
  const begun: string[] = []
  for (const model of models) begun.push((await startBuild(db, model, eventStore, { promotes: false })).name)
  const projector = await startProjector(platform, models, begun)
  await projector.caughtUp()
  return async () => {
    await projector.stop()
    for (const name of begun) await drop(name)
  }
}

type Step = (words: readonly string[]) => Promise<unknown>
const steps: Readonly<Record<string, Step>> = {
  write: ([facts]) => writeRequests(platform, Number(facts)),
  read: () => readAll(),
  decode: ([model]) =>
    readAll(model === undefined ? codec.decode : codec.decoderOf(named([model])[0]!.unseals!)),
  build,
}

/** `peakMiB`: peak memory of the process since its start. */
export type Answer = { readonly ms: number; readonly peakMiB: number }

const answer = async (question: string): Promise<void> => {
  const [verb, ...words] = question.split(' ')
  const startedAt = performance.now()
  const cleanUp = await steps[verb!]!(words)
  const ms = performance.now() - startedAt
  if (typeof cleanUp === 'function') await cleanUp()
  sendToParent({ ms, peakMiB: process.resourceUsage().maxRSS / 1_024 } satisfies Answer)
}
process.on('message', (question: string) => void answer(question))
process.once('SIGTERM', () => void platform.close().then(() => process.exit(0)))
sendToParent({})
