import { randomUUID } from 'node:crypto'
import { readConfig, type Config } from '#platform/config/config.ts'
import type { Platform } from '#platform/platform.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { projections } from '#projections/index.ts'
import { startProjector } from '#projections/projector.ts'
import { buildAnew } from '#support/read-models/builds.ts'
import { runWorker } from '#support/processes/run-worker.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import type { Answer } from './build-process.ts'
import { appendFacts } from './append-facts.ts'
import { newDatabase } from '../database.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { startProcess } from '../processes.ts'
import { newWorkspaces, requestFacts } from './requests.ts'

/** `BENCH_REQUESTS`: number of requests, with two facts each. `BENCH_MANY_FACTS`: a larger number to compare with, 0 for none; the long run has 1000000. */
const requests = Number(process.env['BENCH_REQUESTS'] ?? 50_000)
const many = Number(process.env['BENCH_MANY_FACTS'] ?? 200_000)
const rounds = 3
const emmettFacts = 10_000
const all = projections.map(({ name }) => name).join(' ')

/** Creates and withdraws requests through the store's append. */
export const fill = async (platform: Platform, count = 10_000) => {
  const workspaceOwners = newWorkspaces()
  for (let done = 0; done < count; done += 200)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const [workspaceId, userId] = workspaceOwners[i % workspaceOwners.length]!
        const requestId = randomUUID()
        const place = { stream: `request-${requestId}`, workspaceId, expected: 'no_stream' as const }
        return appendFacts(platform, place, requestFacts(requestId, workspaceId, userId))
      }),
    )
}

export const readAll = async ({ eventStore }: Platform): Promise<number> => {
  let count = 0
  for (let after: string | null = null; ;) {
    const page = await eventStore.readAll({ after, max: 1_000 })
    count += page.events.length
    if (page.atHead) return count
    after = page.next
  }
}

export const rebuild = async (platform: Platform, run: readonly Projection[]): Promise<void> => {
  for (const projection of run) await buildAnew(platform.db, projection)
  const projector = await startProjector(platform, run)
  await projector.caughtUp()
  await projector.stop()
}

/** Node's default heap with 512 MiB of memory, which docker-compose.yml gives to a projector. */
const HEAP = '--max-old-space-size=256'

/** Runs each step in a process of its own, so that memory of one does not affect another. */
const ask = async (config: Config, question: string): Promise<Answer> => {
  const env = { BENCH_CONFIG: JSON.stringify(config), NODE_OPTIONS: HEAP }
  const child = await startProcess('read-models/build-process.ts', env)
  try {
    return await child.ask<Answer>(question)
  } finally {
    await child.stop()
  }
}

/** Returns the median microseconds per fact of each step over rounds in which all take turns, and the peak memory of builds. */
const measureSteps = async (config: Config, facts: number, steps: readonly string[], times: number) => {
  const took = new Map(steps.map((step) => [step, [] as number[]]))
  let peakMiB = 0
  for (let round = 0; round < times; round += 1)
    for (const step of steps) {
      const { ms, peakMiB: peak } = await ask(config, step)
      took.get(step)!.push((ms * 1_000) / facts)
      if (step.startsWith('build')) peakMiB = Math.max(peakMiB, peak)
    }
  return { us: (step: string) => median(took.get(step)!), peakMiB }
}

/** Builds of one read model and of all, compared with reading the same facts, and with builds of many more facts. */
export const benchProjections = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url)
  const settings = { ...freshSecrets(), PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: database.url }
  const config = readConfig(settings)
  const facts = requests * 2
  progress(`projections: writing ${facts} facts`)
  await ask(config, `write ${facts}`)
  const steps = ['read', 'decode', 'decode requests', 'build requests', `build ${all}`]
  progress(`projections: ${rounds} rounds of ${steps.join(', ')}`)
  const some = await measureSteps(config, facts, steps, rounds)
  const perSecond = (step: string) => 1e6 / some.us(step)
  const baseline = perSecond('read')
  const figures = [
    figure('read, decode and unseal all facts, to raw read', perSecond('decode'), 'facts/s', { baseline }),
    figure(
      'read, decode, and unseal what one projection reads, to raw read',
      perSecond('decode requests'),
      'facts/s',
      { baseline },
    ),
    figure('cold build of one read model, to raw read', perSecond('build requests'), 'facts/s', {
      baseline,
      goal: 0.7,
    }),
    figure('cold build of all read models, to raw read', perSecond(`build ${all}`), 'facts/s', {
      baseline,
      goal: 0.3,
    }),
    figure(`memory in use at most, while ${facts} facts are built`, some.peakMiB, 'MiB', {
      baseline: 512,
      goal: 1,
    }),
  ]
  progress(`projections: emmett's rebuild of ${emmettFacts} facts`)
  const emmett = await runWorker<{ ms: number }>(new URL('emmett-rebuild.ts', import.meta.url), {
    url: (await newDatabase(url)).url,
    facts: emmettFacts,
  })
  figures.push(
    figure(
      "cold build of one read model, to emmett-postgresql's rebuild",
      perSecond('build requests'),
      'facts/s',
      {
        emmett: (emmettFacts * 1_000) / emmett.ms,
        goal: 5,
      },
    ),
  )
  if (many > facts) {
    progress(`projections: writing ${many} facts, and building them`)
    await ask(config, `write ${many}`)
    const builds = ['build requests', `build ${all}`]
    const more = await measureSteps(config, many, builds, 1)
    for (const step of builds)
      figures.push(
        figure(`${step}: time per fact of ${many}, to that of ${facts}`, more.us(step) / 1_000, 'ms', {
          baseline: some.us(step) / 1_000,
          goal: 1.1,
        }),
      )
    figures.push(
      figure(`memory in use at most, while ${many} facts are built`, more.peakMiB, 'MiB', {
        baseline: 512,
        goal: 1,
      }),
    )
  }
  await database.drop()
  return figures
}
