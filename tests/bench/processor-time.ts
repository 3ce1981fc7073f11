import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { reservePort } from '../../services/local/postgres/reserve-port.ts'
import { startPostgresServer } from '../../services/local/postgres/postgres-server.ts'
import { socketFolder, withSocket } from '../../services/local/postgres/socket-url.ts'
import { buildWeb } from '../../services/local/web-build.ts'
import { noEsdb } from '#support/esdb/own.ts'
import { noStores, openOwnStores, type OwnStores } from '#support/event-store/own-stores.ts'
import { noRedis } from '#support/servers/redis.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import type * as Passkeys from '#support/product/passkeys.ts'
import { figure, measureCalls, median, type Bench, type Figure, type Progress } from './measure.ts'
import { openClient, processorTime, startProcess, type ProductReady } from './processes.ts'
import { firstOf } from './program-of-before.ts'

export const lanes = 16
/** Requests of a lane at a time, each by another person: the program of before let nobody have two. */
const REQUESTS = 6
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Rounds until the code is compiled and the statements are planned. */
const WARM_UPS = 2
const here = resolve(import.meta.dirname, '../..')
const nameOf = (tree: string) => (tree === here ? 'this program' : 'the program of before')

/** Starts a product with a PostgreSQL server of its own, so that the processor time of both can be measured. */
export const openProductServer = async (
  tree: string = here,
  people: { readonly requesters: number; readonly workspaces: number; readonly accounts: number } = {
    requesters: lanes * REQUESTS,
    workspaces: 2 * lanes,
    accounts: lanes,
  },
  stores: OwnStores = noStores,
) => {
  await buildWeb(tree, new AbortController().signal)
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-bench-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  const server = await startPostgresServer({
    dataDir,
    password: 'bench',
    settings: { max_connections: '150', unix_socket_directories: socketFolder(dataDir) },
    log: silentLog,
  })
  const port = await reservePort('127.0.0.1', 0)
  await port.release()
  // As its own `npm start` reaches it.
  const hasSocket = existsSync(join(tree, 'services/local/postgres/socket-url.ts'))
  const url = hasSocket ? withSocket(server.url, dataDir) : server.url
  const settings = { tree, url, port: port.number, stores: stores.settings, ...people }
  const product = await startProcess<ProductReady>('commands/product-process.ts', {
    BENCH_PRODUCT: JSON.stringify(settings),
  })
  const client = openClient(port.number, nameOf(tree))
  const database = new pg.Client({ connectionString: server.url })
  await database.connect()
  return {
    actors: product.ready.actors,
    client,
    url: server.url,
    port: port.number,
    ask: product.ask,
    productMs: () => processorTime([product.pid]),
    storeMs: () => processorTime([server.pid, ...Object.values(stores.pids)]),
    /** Resolves when the reactors stand still and no mail waits. */
    async settled() {
      for (let before: string | undefined; ; await pause(100)) {
        // Each by its own index: this is counted as work of the store.
        const { rows } = await database.query<{ waits: boolean; reached: string }>(
          `SELECT EXISTS (SELECT FROM effects WHERE status = 'pending') OR EXISTS (SELECT FROM effects WHERE status = 'sending') AS waits,
             (SELECT string_agg(position::text, ' ' ORDER BY name) FROM reactor_checkpoints) AS reached`,
        )
        const [{ waits, reached }] = rows as [(typeof rows)[0]]
        if (!waits && reached === before) return
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

type ProductServer = Awaited<ReturnType<typeof openProductServer>>
type Passkey = Awaited<ReturnType<typeof Passkeys.enrolPasskey>>
/** `open`: ids of the requests that are not decided, by lane. */
export type Measuring = ProductServer & { readonly passkey: Passkey; readonly open: string[][] }
/** Something to call `calls` times in each lane. */
export type Measured = {
  readonly name: string
  readonly calls: number
  run(of: Measuring, lane: number, turn: number): Promise<unknown>
}

const enrolApprover = async (server: ProductServer, tree: string): Promise<Passkey> => {
  const { enrolPasskey } = (await import(
    pathToFileURL(firstOf(tree, 'tests/support/product/passkeys.ts', 'tests/support/passkeys.ts')).href
  )) as typeof Passkeys
  const { approver: token } = server.actors
  const product = {
    platform: { config: { PUBLIC_BASE_URL: 'http://localhost' } },
    call: async (method: string, path: string, { body }: { body: object }) => ({
      body: await server.client.send(method, path, token, body),
    }),
  }
  return enrolPasskey(product as never, { token })
}

const nextOpen = ({ open }: Measuring, lane: number): string => {
  const id = open[lane]!.pop()
  if (id === undefined) throw new Error(`lane ${lane} has no request that waits for a decision`)
  return id
}

/** The commands in order, each so many times in a lane. Half of the requests are approved, half are declined. */
export const commands: readonly Measured[] = [
  {
    name: 'create a request',
    calls: REQUESTS,
    async run({ client, actors: { requesters, workspaceId }, open }, lane, turn) {
      const body = { type: 'approval', title: 'Pay the invoice', anyApprover: true }
      const { id } = await client.send(
        'POST',
        `/requests/create/${workspaceId}`,
        requesters[lane * REQUESTS + turn]!,
        body,
      )
      open[lane]!.push(id)
    },
  },
  {
    name: 'approve a request (challenge and proof)',
    calls: REQUESTS / 2,
    async run(of, lane) {
      const id = nextOpen(of, lane)
      const { challenge } = await of.client.send('POST', `/requests/challenge/${id}`, of.actors.approver)
      const proof = { challenge, assertion: of.passkey.authenticator.get(challenge, { counter: 0 }) }
      await of.client.send('POST', `/requests/approve/${id}`, of.actors.approver, { proof })
    },
  },
  {
    name: 'decline a request',
    calls: REQUESTS / 2,
    run: (of, lane) => of.client.send('POST', `/requests/decline/${nextOpen(of, lane)}`, of.actors.approver),
  },
  {
    name: 'log in (Argon2id included)',
    calls: 4,
    run: ({ client, actors: { accounts } }, lane) => client.send('POST', '/auth/login', '', accounts[lane]),
  },
  {
    name: 'read a list of requests',
    calls: 20,
    run: ({ client, actors: { requesters, workspaceId } }, lane) =>
      client.send('GET', `/requests/list/${workspaceId}?limit=20`, requesters[lane]!),
  },
  {
    name: 'change settings',
    calls: 10,
    run: ({ client, actors: { admin, workspaces } }, lane, turn) =>
      client.send('PATCH', `/workspaces/update-settings/${workspaces[2 * lane + (turn % 2)]}`, admin, {
        name: `Name ${randomUUID()}`,
      }),
  },
  {
    name: 'create a workspace',
    calls: 5,
    run: ({ client, actors: { admin } }) =>
      client.send('POST', '/workspaces/create', admin, { name: 'Praxis' }),
  },
]

/** `productMs` and `storeMs`: processor time of one command until its mails are sent. */
export type Spent = {
  readonly productMs: number
  readonly storeMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs every command and returns what was spent on each. */
export const spendOnAll = async (
  server: Measuring,
  inFlight: number,
  all: readonly Measured[] = commands,
): Promise<Spent[]> => {
  const spent: Spent[] = []
  for (const { calls, run } of all) {
    const before = { product: server.productMs(), store: server.storeMs() }
    const measured = await measureCalls(inFlight, calls * (inFlight === 1 ? 2 : 1), (lane, turn) =>
      run(server, lane, turn),
    )
    await server.settled()
    spent.push({
      productMs: (server.productMs() - before.product) / measured.calls,
      storeMs: (server.storeMs() - before.store) / measured.calls,
      p50Ms: measured.p50Ms,
      p99Ms: measured.p99Ms,
    })
  }
  return spent
}

export const medianBy = (all: readonly Spent[], of: (spent: Spent) => number): number => median(all.map(of))

const processorFigures = (
  name: string,
  ours: readonly Spent[],
  before: readonly Spent[] | null,
): Figure[] => {
  const compared = (what: string, of: (one: Spent) => number, goal: number | null = null) =>
    figure(`${name}: ${what}`, medianBy(ours, of), 'ms', { before: before && medianBy(before, of), goal })
  return [
    compared('processor time', (one) => one.productMs + one.storeMs, 0.5),
    compared('of the product', (one) => one.productMs),
    compared('of the stores', (one) => one.storeMs),
  ]
}

const latencyFigures = (name: string, ours: readonly Spent[], before: readonly Spent[] | null): Figure[] => {
  const p50Ms = medianBy(ours, (one) => one.p50Ms)
  return [
    figure(`${name}: p50`, p50Ms, 'ms', {
      before: before && medianBy(before, (one) => one.p50Ms),
      goal: 0.5,
    }),
    figure(
      `${name}: p99 to its p50`,
      medianBy(ours, (one) => one.p99Ms),
      'ms',
      { baseline: p50Ms, goal: 4 },
    ),
  ]
}

/** Measures all servers in turn. Returns, for each server, the rounds with what was spent on each command. */
export const roundsOf = async (
  servers: readonly Measuring[],
  inFlight: number,
  say: (text: string) => void,
  all?: readonly Measured[],
): Promise<Spent[][][]> => {
  const spent: Spent[][][] = servers.map(() => [])
  for (let round = 1 - WARM_UPS; round <= rounds; round += 1) {
    say(`${inFlight} in flight: round ${round} of ${rounds}`)
    for (const [i, server] of servers.entries()) {
      const taken = await spendOnAll(server, inFlight, all)
      if (round > 0) spent[i]!.push(taken)
    }
  }
  return spent
}

/** Starts this or an earlier program, with an approver who has a passkey. */
export const openMeasuring = async (tree: string = here, stores?: OwnStores): Promise<Measuring> => {
  const server = await openProductServer(tree, undefined, stores)
  const passkey = await enrolApprover(server, tree)
  return { ...server, passkey, open: Array.from({ length: lanes }, () => []) }
}

const benchOn = async (
  name: string,
  openStores: () => Promise<OwnStores>,
  progress: Progress,
  before: string | null,
): Promise<Figure[]> => {
  const servers: Measuring[] = []
  try {
    for (const tree of before === null ? [here] : [here, before]) {
      progress(`processor time, ${name}: starting ${nameOf(tree)}`)
      servers.push(await openMeasuring(tree, await openStores()))
    }
    const figures: Figure[] = []
    for (const inFlight of [lanes, 1]) {
      const spent = await roundsOf(servers, inFlight, (text) => progress(`processor time, ${name}, ${text}`))
      const figuresOf = inFlight === 1 ? latencyFigures : processorFigures
      for (const [i, command] of commands.entries()) {
        const of = (server: number) => spent[server]?.map((taken) => taken[i]!) ?? null
        figures.push(...figuresOf(`${name}: ${command.name}, ${inFlight} in flight`, of(0)!, of(1)))
      }
    }
    return figures
  } finally {
    for (const server of servers) await server.close()
  }
}

/**
 * Processor time of one command in api, projector, worker and the stores until its mails are sent, and its latency: in local
 * mode and, if available, with EventStoreDB and Redis.
 */
export const benchProcessorTime: Bench = async (_url, progress, before) => [
  ...(await benchOn('PostgreSQL alone', async () => noStores, progress, before)),
  ...(noEsdb === null && noRedis === null
    ? await benchOn('EventStoreDB and Redis', openOwnStores, progress, before)
    : []),
]
