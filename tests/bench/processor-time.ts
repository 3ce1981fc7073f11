import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
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
  const database = new pg.Client({ connectionString: server.url })
  await database.connect()
  return {
    actors: product.ready.actors,
    client,
    port: port.number,
    ask: product.ask,
    productMs: () => processorTime([product.pid]),
    storeMs: () => processorTime([server.pid, ...Object.values(stores.pids)]),
    /** Resolves when the reactors stand still and no mail waits. */
    async settled() {
      for (let before: string | undefined; ; await pause(100)) {
        const { rows } = await database.query<{ waiting: string; reached: string }>(
          `SELECT (SELECT count(*) FROM effects WHERE status IN ('pending', 'sending')) AS waiting,
             (SELECT string_agg(position::text, ' ' ORDER BY name) FROM reactor_checkpoints) AS reached`,
        )
        const [{ waiting, reached }] = rows as [(typeof rows)[0]]
        if (waiting === '0' && reached === before) return
        before = reached
      }
    },
    async close() {
      client.close()
      await database.end()
      await product.stop()
      await server.stop()
      await stores.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Command = (
  of: { readonly client: Client; readonly actors: Actors },
  turn: { readonly lane: number; readonly turn: number; readonly answer: any },
) => Promise<any>

/** What is measured: commands one after the other, each with the answer to the one before. */
const kinds: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'change settings': {
    change: ({ client, actors: { admin, workspaces } }, { lane, turn }) =>
      client.send('PATCH', `/workspaces/update-settings/${workspaces[2 * lane + (turn % 2)]}`, admin, {
        name: `Name ${randomUUID()}`,
      }),
  },
  'create a workspace': {
    create: ({ client, actors: { admin } }) =>
      client.send('POST', '/workspaces/create', admin, { name: 'Praxis' }),
  },
  'create and decline a request': {
    create: ({ client, actors: { requesters, workspaceId } }, { lane }) =>
      client.send('POST', `/requests/create/${workspaceId}`, requesters[lane]!, {
        type: 'approval',
        title: 'Pay the invoice',
        anyApprover: true,
      }),
    decline: ({ client, actors: { approver } }, { answer }) =>
      client.send('POST', `/requests/decline/${answer.id}`, approver),
  },
}

type ProductServer = Awaited<ReturnType<typeof openProductServer>>
type Spent = {
  readonly productMs: number
  readonly storeMs: number
  /** Of each command. */
  readonly p50Ms: Readonly<Record<string, number>>
  readonly perSecond: number
}

/** What is spent on commands until their mails are sent. */
const spentOn = async (
  server: ProductServer,
  kind: string,
  inFlight: number,
  forMs = roundMs,
): Promise<Spent> => {
  const commands = Object.entries(kinds[kind]!)
  const latencies = commands.map((): number[] => [])
  const before = { product: server.productMs(), store: server.storeMs() }
  const { perSecond, calls } = await measure(inFlight, forMs, async (lane, turn) => {
    let answer: unknown
    for (const [i, [, run]] of commands.entries()) {
      const start = performance.now()
      answer = await run(server, { lane, turn, answer })
      latencies[i]!.push(performance.now() - start)
    }
  })
  await server.settled()
  const done = calls * commands.length
  return {
    productMs: (server.productMs() - before.product) / done,
    storeMs: (server.storeMs() - before.store) / done,
    p50Ms: Object.fromEntries(commands.map(([name], i) => [name, median(latencies[i]!)])),
    perSecond: perSecond * commands.length,
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

const figuresOf = (name: string, kind: string, [current = [], before]: Spent[][]): Figure[] => {
  const compared = (what: string, of: (one: Spent) => number, goal: number | null = null, unit = 'ms') =>
    figure(`${name}: ${what}`, medianBy(current, of), unit, {
      baseline: before ? medianBy(before, of) : null,
      goal,
    })
  return [
    compared('processor time', (one) => one.productMs + one.storeMs, 0.5),
    compared('of the product', (one) => one.productMs),
    compared('of the stores', (one) => one.storeMs),
    compared('throughput', (one) => one.perSecond, null, '/s'),
    ...Object.keys(kinds[kind]!).map((command) => compared(`${command}, p50`, (one) => one.p50Ms[command]!)),
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
        figures.push(...figuresOf(what, kind, await roundsOf(servers, kind, inFlight)))
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
