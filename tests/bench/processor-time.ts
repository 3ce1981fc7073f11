import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reservePort } from '../../services/local/postgres/reserve-port.ts'
import { startPostgresServer } from '../../services/local/postgres/postgres-server.ts'
import { buildWeb } from '../../services/local/web-build.ts'
import { noEsdb } from '#support/esdb/own.ts'
import { noStores, openOwnStores, type OwnStores } from '#support/event-store/own-stores.ts'
import { noRedis } from '#support/servers/redis.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { figure, measure, median, type Figure, type Progress } from './measure.ts'
import {
  openClient,
  processorTime,
  startProcess,
  type Actors,
  type Client,
  type ProductReady,
} from './processes.ts'

const lanes = 16
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 2_000)
const WARM_UP_MS = 3 * roundMs
const here = resolve(import.meta.dirname, '../..')

/** Starts a product with a PostgreSQL server of its own, so that the processor time of both can be measured. */
export const openProductServer = async (
  tree: string = here,
  people: { readonly requesters: number; readonly workspaces: number } = {
    requesters: lanes,
    workspaces: 2 * lanes,
  },
  stores: OwnStores = noStores,
) => {
  await buildWeb(tree, new AbortController().signal)
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-bench-'))
  chmodSync(folder, 0o755)
  const server = await startPostgresServer({
    dataDir: join(folder, 'postgres'),
    password: 'bench',
    settings: { max_connections: '150' },
    log: silentLog,
  })
  const port = await reservePort('127.0.0.1', 0)
  await port.release()
  const settings = { tree, url: server.url, port: port.number, stores: stores.settings, ...people }
  const product = await startProcess<ProductReady>('commands/product-process.ts', {
    BENCH_PRODUCT: JSON.stringify(settings),
  })
  const client = openClient(port.number)
  return {
    actors: product.ready.actors,
    client,
    port: port.number,
    ask: product.ask,
    productMs: () => processorTime([product.pid]),
    storeMs: () => processorTime([server.pid, ...Object.values(stores.pids)]),
    async close() {
      client.close()
      await product.stop()
      await server.stop()
      await stores.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Command = (
  of: { readonly client: Client; readonly actors: Actors },
  lane: number,
  turn: number,
) => Promise<unknown>

/** `commands`: how many commands one run consists of. */
const kinds: Readonly<Record<string, { readonly commands: number; readonly run: Command }>> = {
  'change settings': {
    commands: 1,
    run: ({ client, actors: { admin, workspaces } }, lane, turn) =>
      client.send('PATCH', `/workspaces/update-settings/${workspaces[2 * lane + (turn % 2)]}`, admin, {
        name: `Name ${randomUUID()}`,
      }),
  },
  'create a workspace': {
    commands: 1,
    run: ({ client, actors: { admin } }) =>
      client.send('POST', '/workspaces/create', admin, { name: 'Praxis' }),
  },
  'create and decline a request': {
    commands: 2,
    async run({ client, actors: { requesters, approver, workspaceId } }, lane) {
      const body = { type: 'approval', title: 'Pay the invoice', anyApprover: true }
      const { id } = await client.send('POST', `/requests/create/${workspaceId}`, requesters[lane]!, body)
      await client.send('POST', `/requests/decline/${id}`, approver)
    },
  },
}

type ProductServer = Awaited<ReturnType<typeof openProductServer>>
type Spent = {
  readonly productMs: number
  readonly storeMs: number
  readonly p50Ms: number
  readonly perSecond: number
}

const spentOn = async (
  server: ProductServer,
  kind: string,
  inFlight: number,
  forMs = roundMs,
): Promise<Spent> => {
  const { commands, run } = kinds[kind]!
  const before = { product: server.productMs(), store: server.storeMs() }
  const { perSecond, p50Ms, calls } = await measure(inFlight, forMs, (lane, turn) => run(server, lane, turn))
  const done = calls * commands
  return {
    productMs: (server.productMs() - before.product) / done,
    storeMs: (server.storeMs() - before.store) / done,
    p50Ms: p50Ms / commands,
    perSecond: perSecond * commands,
  }
}

const medianBy = (all: readonly Spent[], of: (spent: Spent) => number): number => median(all.map(of))

/** Measures all servers in turn. */
const roundsOf = async (
  servers: readonly ProductServer[],
  kind: string,
  inFlight: number,
): Promise<Spent[][]> => {
  const spent: Spent[][] = servers.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [i, server] of servers.entries()) spent[i]!.push(await spentOn(server, kind, inFlight))
  return spent
}

const figuresOf = (name: string, [current = [], before]: Spent[][]): Figure[] => {
  const compared = (what: string, of: (one: Spent) => number, goal: number | null = null) =>
    figure(`${name}: ${what}`, medianBy(current, of), 'ms', {
      baseline: before ? medianBy(before, of) : null,
      goal,
    })
  return [
    compared('processor time', (one) => one.productMs + one.storeMs, 0.5),
    compared('of the product', (one) => one.productMs),
    compared('of the stores', (one) => one.storeMs),
    compared('p50', (one) => one.p50Ms),
  ]
}

const benchOn = async (
  name: string,
  openStores: () => Promise<OwnStores>,
  progress: Progress,
): Promise<Figure[]> => {
  const before = process.env['BENCH_BEFORE']
  const servers: ProductServer[] = []
  const figures: Figure[] = []
  try {
    for (const tree of before ? [here, resolve(before)] : [here])
      servers.push(await openProductServer(tree, undefined, await openStores()))
    for (const kind of Object.keys(kinds)) {
      // Until the code is compiled.
      for (const server of servers) await spentOn(server, kind, lanes, WARM_UP_MS)
      for (const inFlight of [1, lanes]) {
        const what = `${name}: ${kind}, ${inFlight} in flight`
        progress(`processor time, ${what}`)
        figures.push(...figuresOf(what, await roundsOf(servers, kind, inFlight)))
      }
    }
  } finally {
    for (const server of servers) await server.close()
  }
  return figures
}

/**
 * Processor time of one command in api, projector, worker and the stores: in local mode and, if available, with EventStoreDB
 * and Redis. `BENCH_BEFORE` is the path of another checkout to compare with.
 */
export const benchProcessorTime = async (_url: string, progress: Progress): Promise<Figure[]> => [
  ...(await benchOn('PostgreSQL alone', async () => noStores, progress)),
  ...(noEsdb === null && noRedis === null
    ? await benchOn('EventStoreDB and Redis', openOwnStores, progress)
    : []),
]
