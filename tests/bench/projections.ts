import { randomUUID } from 'node:crypto'
import type { Decode } from '#platform/facts/decode-facts.ts'
import type { AnyEvent } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { buildsOf } from '../../projections/engine/builds/builds.ts'
import { projections } from '../../projections/index.ts'
import type { Projection } from '../../projections/engine/definition/projection.ts'
import { retire } from '../../projections/engine/builds/retire.ts'
import { startProjector } from '../../projections/projector.ts'
import { buildAnew } from '../support/builds.ts'
import { openProductOn } from '../support/product.ts'
import { appendFacts } from './crowd.ts'
import { newDatabase } from './database.ts'
import { figure, measure, median, middle, type Figure, type Measured, type Progress } from './measure.ts'

/** `BENCH_REQUESTS` says how many; two facts each. */
const requests = Number(process.env['BENCH_REQUESTS'] ?? 10_000)
const workspaces = 50
const rounds = 3

const created = (requestId: string, workspaceId: string, userId: string): AnyEvent => ({
  type: 'RequestCreated',
  data: {
    requestId,
    workspaceId,
    type: 'approval',
    title: 'Transfer 40,000 to ACME',
    requesterId: userId,
    requesterUserId: userId,
    requesterEmail: 'requester@example.com',
    approverId: null,
    salt: 'c2FsdC1vZi1hLXNhbXBsZS0zMi1ieXRlcy1sb25nLWE',
    expiresAt: '2027-01-01T00:00:00.000Z',
    workspaceRevision: 1,
  },
})
const withdrawn = (requestId: string, workspaceId: string, userId: string): AnyEvent => ({
  type: 'RequestWithdrawn',
  data: { requestId, workspaceId, participantId: userId },
})

/** Requests made and withdrawn, with sealed titles and addresses, by one person in each workspace. */
export const fill = async (platform: Platform) => {
  const rooms = Array.from({ length: workspaces }, () => [randomUUID(), randomUUID()] as const)
  for (let done = 0; done < requests; done += 200)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const [workspaceId, userId] = rooms[i % workspaces]!
        const requestId = randomUUID()
        const place = { stream: `request-${requestId}`, workspaceId, expected: 'no_stream' as const }
        return appendFacts(platform, place, [
          created(requestId, workspaceId, userId),
          withdrawn(requestId, workspaceId, userId),
        ])
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

/** Builds from the first fact, of one read model and of all, against reading the same facts. */
export const benchProjections = async (url: string, progress: Progress): Promise<Figure[]> => {
  const product = await openProductOn(await newDatabase(url))
  const { platform } = product
  // It would build beside the one that is measured.
  await product.projector.stop()
  progress(`projections: writing ${requests * 2} facts`)
  await fill(platform)
  const facts = await readAll(platform)
  const perSecond = async (step: () => Promise<unknown>) => {
    const start = performance.now()
    await step()
    return (facts * 1_000) / (performance.now() - start)
  }
  const decodeAll = async (decode: Decode) => {
    for (let after: string | null = null; ;) {
      const page = await platform.eventStore.readAll({ after, max: 1_000 })
      await decode(page.events)
      if (page.atHead) return
      after = page.next
    }
  }
  const one = projections.filter(({ name }) => name === 'requests')
  const decodeSome = platform.codec.decoderOf(one[0]!.unseals!)
  const [reads, decodes, partly]: [number[], number[], number[]] = [[], [], []]
  const [singles, alls]: [number[], number[]] = [[], []]
  let peakMiB = 0
  const looking = setInterval(() => (peakMiB = Math.max(peakMiB, process.memoryUsage().rss / 2 ** 20)), 20)
  for (let round = 0; round < rounds; round += 1) {
    progress(`projections: round ${round + 1} of ${rounds}`)
    reads.push(await perSecond(() => readAll(platform)))
    decodes.push(await perSecond(() => decodeAll(platform.codec.decode)))
    partly.push(await perSecond(() => decodeAll(decodeSome)))
    singles.push(await perSecond(() => rebuild(platform, one)))
    alls.push(await perSecond(() => rebuild(platform, projections)))
  }
  clearInterval(looking)
  await product.close()
  const baseline = median(reads)
  return [
    figure('read, decode and unseal all facts, to raw read', median(decodes), 'facts/s', { baseline }),
    figure('read, decode, and unseal what one projection reads, to raw read', median(partly), 'facts/s', {
      baseline,
    }),
    figure('cold build of one read model, to raw read', median(singles), 'facts/s', { baseline, goal: 0.7 }),
    figure('cold build of all read models, to raw read', median(alls), 'facts/s', { baseline, goal: 0.3 }),
    figure('memory in use at most, while they are built', peakMiB, 'MiB'),
  ]
}

const COMMANDS_MS = 4_000

/** Commands while every read model is built anew beside, against the same without. */
export const benchBuilding = async (url: string, progress: Progress): Promise<Figure[]> => {
  const product = await openProductOn(await newDatabase(url), { RATE_FACTOR: 1_000_000 })
  progress(`builds beside commands: writing ${requests * 2} facts`)
  await fill(product.platform)
  await product.projector.caughtUp()
  const owner = await product.person()
  const { body } = await product.call('POST', '/workspaces/create', {
    token: owner.token,
    body: { name: 'Praxis' },
  })
  const change = async (_: number, turn: number) => {
    const { status } = await product.call('PATCH', `/workspaces/update-settings/${body.id}`, {
      token: owner.token,
      body: { name: `Name ${turn % 7}` },
    })
    if (status !== 200) throw new Error(`a command was answered ${status}`)
  }
  const [without, during]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    progress(`builds beside commands: round ${round + 1} of ${rounds}`)
    without.push(await measure(1, COMMANDS_MS, change))
    let isOver = false
    const building = (async () => {
      while (!isOver) {
        for (const projection of projections) await buildAnew(product.platform.db, projection)
        await product.projector.caughtUp()
      }
    })()
    during.push(await measure(1, COMMANDS_MS, change))
    isOver = true
    await building
    for (const { name, state } of await buildsOf(product.platform.db))
      if (state === 'previous') await retire(product.platform.db, name)
  }
  await product.close()
  const [before, beside] = [middle(without), middle(during)]
  return [
    figure('a command while all read models are built, p99, to without', beside.p99Ms, 'ms', {
      baseline: before.p99Ms,
      goal: 1.5,
    }),
    figure('a command while all read models are built, p50, to without', beside.p50Ms, 'ms', {
      baseline: before.p50Ms,
    }),
  ]
}
