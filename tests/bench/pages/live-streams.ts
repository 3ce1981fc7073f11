import { randomUUID } from 'node:crypto'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, median, quantile, type Figure, type Progress } from '../measure.ts'
import { openProductServer } from '../processor-time.ts'

const streams = Number(process.env['BENCH_STREAMS'] ?? 2_000)
/** The limit of one session. */
const PER_PERSON = 8
const CHANGES = 20
const KIB = 1_024
/** Three heartbeats, each of which renews the rows of all streams. */
const IDLE_MS = 60_000

type Memory = { readonly rss: number; readonly heap: number }
type ProductServer = Awaited<ReturnType<typeof openProductServer>>

/** Opens a live stream. Calls `onChange` for each event. */
const open = ({ port, agent }: { port: number; agent: Agent }, token: string, onChange: () => void) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const call = get({ agent, port, host: '127.0.0.1', path: '/users/live', headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`GET /users/live: HTTP ${answer.statusCode}`))
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => text.includes('"workspaces"') && onChange())
      resolve(answer)
    })
    call.on('error', reject)
  })

/** Makes a change that concerns all streams. Returns the milliseconds until each of them received it. */
const reachAll = async (
  { client, actors: { admin, workspaceId } }: ProductServer,
  receiver: { onEach: () => void },
): Promise<readonly number[]> => {
  const { promise: allReached, resolve } = Promise.withResolvers<void>()
  const took: number[] = []
  const start = performance.now()
  receiver.onEach = () => {
    took.push(performance.now() - start)
    if (took.length === streams) resolve()
  }
  const name = `Name ${randomUUID()}`
  await client.send('PATCH', `/workspaces/update-settings/${workspaceId}`, admin, { name })
  await allReached
  return took
}

/** The processor time of product and store in a second of open streams to which nothing happens, in ms. */
const idle = async ({ productMs, storeMs }: ProductServer) => {
  const before = { product: productMs(), store: storeMs() }
  await pause(IDLE_MS)
  const each = (spent: number) => (spent * 1_000) / IDLE_MS
  return { product: each(productMs() - before.product), store: each(storeMs() - before.store) }
}

/** Memory of many open live streams in one process, what they cost while nothing happens, and how soon a change reaches all of them. */
export const benchLiveStreams = async (_url: string, progress: Progress): Promise<Figure[]> => {
  progress(`live streams: people for ${streams} of them`)
  const server = await openProductServer(undefined, {
    requesters: Math.ceil(streams / PER_PERSON),
    workspaces: 0,
    accounts: 0,
  })
  const agent = new Agent({ keepAlive: true })
  const receiver = { onEach: () => {} }
  const opened: IncomingMessage[] = []
  const openUpTo = async (count: number) => {
    while (opened.length < count) {
      const token = server.actors.requesters[Math.floor(opened.length / PER_PERSON)]!
      opened.push(await open({ port: server.port, agent }, token, () => receiver.onEach()))
    }
  }
  try {
    // Until the code is compiled.
    await openUpTo(Math.floor(streams / 10))
    const first = opened.length
    const before = await server.ask<Memory>('memory')
    await openUpTo(streams)
    const after = await server.ask<Memory>('memory')
    progress(`live streams: ${streams} of them for a minute`)
    const quiet = await idle(server)
    const each = (of: (memory: Memory) => number) => (of(after) - of(before)) / (streams - first) / KIB
    const took: (readonly number[])[] = []
    for (let turn = 0; turn < CHANGES; turn += 1) {
      progress(`live streams: change ${turn + 1} of ${CHANGES}`)
      took.push(await reachAll(server, receiver))
    }
    const p95 = median(took.map((all) => quantile(all, 0.95)))
    return [
      figure(
        'memory of a stream, of 30 KiB',
        each(({ heap }) => heap),
        'KiB',
        { baseline: 30, goal: 1 },
      ),
      // Lower if memory pages from the start are reused.
      figure(
        'the process grows for each by',
        each(({ rss }) => rss),
        'KiB',
      ),
      figure(`processor time of a second of ${streams} streams, product`, quiet.product, 'ms'),
      figure('the same, store', quiet.store, 'ms'),
      figure(`a change reaches 95 % of ${streams} streams, of a second`, p95, 'ms', {
        baseline: 1_000,
        goal: 1,
      }),
      figure('the same, the first of them', median(took.map((all) => Math.min(...all))), 'ms'),
    ]
  } finally {
    for (const stream of opened) stream.destroy()
    agent.destroy()
    await server.close()
  }
}
