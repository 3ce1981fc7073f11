import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { setTimeout as pause } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { createCommands, type Commands } from '#platform/commands/execute-command.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { appendApprovers } from '../read-models/append-facts.ts'
import { newDatabase } from '../database.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'

const participants = 10_000
const rounds = 5

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const timeOf = async (step: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await step()
  return performance.now() - start
}

/** Creates a workspace with an admin and this many approvers. */
const workspaceWithApprovers = async (product: Product, approvers: number, areInvited: boolean) => {
  const workspace = await workspaceOf(product)
  const place = { workspaceId: workspace.id, revision: 1, areInvited }
  const people = await appendApprovers(product.platform, place, approvers)
  return { ...workspace, people }
}

const coldLoad = async (product: Product, progress: Progress): Promise<Figure[]> => {
  const { codec, clock, eventStore, keys } = product.platform
  const fingerprints = createFingerprints(keys, clock)
  progress(`workspaces: writing ${participants} participants`)
  const { id } = await workspaceWithApprovers(product, participants, true)
  const stream = workspaceStream(id)
  const raw = async () => {
    for (let from = 0; ; from += 1_000) {
      const page = await eventStore.readStream(stream, { from, max: 1_000 })
      if (page.length < 1_000) return from + page.length
    }
  }
  const fresh = (): Commands => createCommands(eventStore, codec, fingerprints)
  const [loads, reads, blocks]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    progress(`workspaces: cold load, round ${round + 1} of ${rounds}`)
    reads.push(await timeOf(raw))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    loads.push(await timeOf(() => fresh().load(workspaceFold, stream)))
    delay.disable()
    blocks.push(delay.max / 1e6)
  }
  const facts = await raw()
  const before = heapBytes()
  const commands = fresh()
  await commands.load(workspaceFold, stream)
  const kept = heapBytes() - before
  const warm = await timeOf(() => commands.load(workspaceFold, stream))
  return [
    figure(
      `cold load of ${participants} participants (${facts} facts), to reading them`,
      median(loads),
      'ms',
      {
        baseline: median(reads),
      },
    ),
    figure('longest pause of the event loop meanwhile', median(blocks), 'ms'),
    figure('the same workspace again', warm, 'ms'),
    figure('kept in memory per fact, to what the cache reckons with', kept / facts, 'B', { baseline: 1_024 }),
  ]
}

const storedBy = async (product: Product, since: string) => {
  const { rows } = await product.platform.db.raw<{
    rows: { mails: boolean; facts: string; bytes: string }[]
  }>(
    `SELECT stream LIKE 'mails-%' AS mails, count(*) AS facts, sum(length(data) + length(metadata)) AS bytes
     FROM event_store.events WHERE position > ? GROUP BY 1`,
    [Number(since.split(':')[1])],
  )
  const of = (mails: boolean) => {
    const row = rows.find((one) => one.mails === mails)
    return { facts: Number(row?.facts ?? 0), bytes: Number(row?.bytes ?? 0) }
  }
  return { own: of(false), mails: of(true) }
}

/** Waits until this many mails have an outcome. */
const allSettled = async ({ platform: { db } }: Product, mails: number): Promise<void> => {
  for (;;) {
    const rows: { status: string }[] = await db('effects').select('status')
    if (rows.length === mails && rows.every(({ status }) => status === 'sent' || status === 'dropped')) return
    await pause(50)
  }
}

/** A request to any approver, declined by one of them, with all of its mails sent. */
const oneRequest = async (product: Product, approvers: number, progress: Progress): Promise<Figure[]> => {
  progress(`workspaces: a request to any of ${approvers} approvers`)
  const { id, admin, people } = await workspaceWithApprovers(product, approvers, false)
  await product.projector.caughtUp()
  await product.platform.db('effects').delete()
  const before = (await product.head())!
  const { body } = await product.call('POST', `/requests/create/${id}`, {
    token: admin.token,
    body: { type: 'approval', title: 'Transfer 40,000 to ACME', anyApprover: true },
  })
  const token = await product.logIn(people[0]!.userId, 'regular user')
  await allSettled(product, approvers)
  await product.call('POST', `/requests/decline/${body.id}`, { token, body: {} })
  await allSettled(product, 2 * approvers + 1)
  const { own, mails } = await storedBy(product, before)
  return [
    figure(`facts of a request to any of ${approvers} approvers`, own.facts, 'facts'),
    figure(`their bytes`, own.bytes, 'B'),
    figure(`facts about its ${2 * approvers + 1} mails`, mails.facts, 'facts'),
    figure(`their bytes`, mails.bytes, 'B'),
  ]
}

const withProduct = async <T>(url: string, run: (product: Product) => Promise<T>): Promise<T> => {
  const product = await openProductOn(await newDatabase(url))
  try {
    return await run(product)
  } finally {
    await product.close()
  }
}

const requestsToMany = async (product: Product, progress: Progress): Promise<Figure[]> => {
  const worker = buildWorker(product.platform)
  await worker.start()
  try {
    const figures: Figure[] = []
    for (const approvers of [10, 100, 1_000])
      figures.push(...(await oneRequest(product, approvers, progress)))
    return figures
  } finally {
    await worker.stop()
  }
}

/** Loading and caching a large workspace, and the stored facts of a request to many approvers. */
export const benchWorkspaces = async (url: string, progress: Progress): Promise<Figure[]> => [
  ...(await withProduct(url, (product) => coldLoad(product, progress))),
  ...(await withProduct(url, (product) => requestsToMany(product, progress))),
]
