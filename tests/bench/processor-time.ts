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
import { openClient, processorTime, startProcess, type Cast, type Client, type Told } from './processes.ts'

const lanes = 16
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 2_000)
const WARM_UP_MS = 3 * roundMs
const here = resolve(import.meta.dirname, '../..')

/** A product with a PostgreSQL server of its own, so that the processor time of both is told from everybody else's. */
export const openTree = async (
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
  const product = await startProcess<Told>('product-process.ts', { BENCH_PRODUCT: JSON.stringify(settings) })
  const client = openClient(port.number)
  return {
    cast: product.told.cast,
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
  of: { readonly client: Client; readonly cast: Cast },
  lane: number,
  turn: number,
) => Promise<unknown>

/** With how many commands each is. */
const kinds: Readonly<Record<string, { readonly commands: number; readonly run: Command }>> = {
  'change settings': {
    commands: 1,
    run: ({ client, cast: { admin, workspaces } }, lane, turn) =>
      client.send('PATCH', `/workspaces/update-settings/${workspaces[2 * lane + (turn % 2)]}`, admin, {
        name: `Name ${randomUUID()}`,
      }),
  },
  'create a workspace': {
    commands: 1,
    run: ({ client, cast: { admin } }) =>
      client.send('POST', '/workspaces/create', admin, { name: 'Praxis' }),
  },
  'create and decline a request': {
    commands: 2,
    async run({ client, cast: { requesters, approver, workspaceId } }, lane) {
      const body = { type: 'approval', title: 'Pay the invoice', anyApprover: true }
      const { id } = await client.send('POST', `/requests/create/${workspaceId}`, requesters[lane]!, body)
      await client.send('POST', `/requests/decline/${id}`, approver)
    },
  },
}

type Tree = Awaited<ReturnType<typeof openTree>>
type Spent = {
  readonly productMs: number
  readonly storeMs: number
  readonly p50Ms: number
  readonly perSecond: number
}

const spentOn = async (tree: Tree, kind: string, inFlight: number, forMs = roundMs): Promise<Spent> => {
  const { commands, run } = kinds[kind]!
  const before = { product: tree.productMs(), store: tree.storeMs() }
  const { perSecond, p50Ms, calls } = await measure(inFlight, forMs, (lane, turn) => run(tree, lane, turn))
  const done = calls * commands
  return {
    productMs: (tree.productMs() - before.product) / done,
    storeMs: (tree.storeMs() - before.store) / done,
    p50Ms: p50Ms / commands,
    perSecond: perSecond * commands,
  }
}

const middle = (all: readonly Spent[], what: (spent: Spent) => number): number => median(all.map(what))

/** Of each tree; they take turns. */
const roundsOf = async (trees: readonly Tree[], kind: string, inFlight: number): Promise<Spent[][]> => {
  const spent: Spent[][] = trees.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [i, tree] of trees.entries()) spent[i]!.push(await spentOn(tree, kind, inFlight))
  return spent
}

const figuresOf = (name: string, [ours = [], theirs]: Spent[][]): Figure[] => {
  const compared = (what: string, of: (one: Spent) => number, goal: number | null = null) =>
    figure(`${name}: ${what}`, middle(ours, of), 'ms', { baseline: theirs ? middle(theirs, of) : null, goal })
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
  const trees: Tree[] = []
  const figures: Figure[] = []
  try {
    for (const tree of before ? [here, resolve(before)] : [here])
      trees.push(await openTree(tree, undefined, await openStores()))
    for (const kind of Object.keys(kinds)) {
      // Until the machine code is made.
      for (const tree of trees) await spentOn(tree, kind, lanes, WARM_UP_MS)
      for (const inFlight of [1, lanes]) {
        const what = `${name}: ${kind}, ${inFlight} in flight`
        progress(`processor time, ${what}`)
        figures.push(...figuresOf(what, await roundsOf(trees, kind, inFlight)))
      }
    }
  } finally {
    for (const tree of trees) await tree.close()
  }
  return figures
}

/**
 * Processor time of one command over everything that serves it: api, projector, worker and the stores, in local mode, and with
 * an EventStoreDB and Redis where there are. `BENCH_BEFORE` names another tree of the repository to compare with.
 */
export const benchProcessor = async (_url: string, progress: Progress): Promise<Figure[]> => [
  ...(await benchOn('PostgreSQL alone', async () => noStores, progress)),
  ...(noEsdb === null && noRedis === null
    ? await benchOn('EventStoreDB and Redis', openOwnStores, progress)
    : []),
]
