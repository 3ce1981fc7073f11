import { join } from 'node:path'
import pg from 'pg'
import { mains, run, temporaryFolder, endEverything, type Part } from '#support/processes/local-process.ts'
import { noEsdb } from '#support/esdb/own.ts'
import { openOwnStores } from '#support/event-store/own-stores.ts'
import { openProductOn } from '#support/product/product.ts'
import { freePort } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { newDatabase } from '../database.ts'
import { figure, measure, measureAt, median, type Figure, type Measured, type Progress } from '../measure.ts'
import { openClient, processorTime, postmasterOf } from '../processes.ts'

const LANES = Number(process.env['BENCH_LANES'] ?? 16)
const FOR_MS = 4_000
/** Until all code is compiled. Two processes share the work and need longer. */
const WARM_UP_MS = 6_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Share of the throughput of one instance. */
const HALF_LOAD = 0.5

const parts = Object.keys(mains) as Part[]
const cleanups: (() => unknown)[] = []

const postgresPid = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = postmasterOf(rows[0]!.pid)
  await client.end()
  return pid
}

/** Starts `count` instances of each process with their own stores. The result creates workspaces over HTTP at each in turn. */
const openDeployment = async (count: number, url: string) => {
  const secrets = freshSecrets()
  const database = await newDatabase(url)
  const stores = await openOwnStores()
  cleanups.push(stores.close)
  const product = await openProductOn(database, { ...secrets, ...stores.settings })
  cleanups.push(() => product.close())
  const owners = await Promise.all(Array.from({ length: LANES }, () => product.person()))
  await product.projector.stop()
  const settings = {
    ...secrets,
    ...stores.settings,
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    RATE_FACTOR: '1000000',
  }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const started = ports.flatMap((port) =>
    parts.map((part) => ({
      part,
      process: run(['node', mains[part]], temporaryFolder(), { ...settings, PORT: `${port}` }),
    })),
  )
  await Promise.all(started.map(({ process }) => process.prints('"msg":"ready"')))
  const clients = ports.map(openClient)
  cleanups.push(() => clients.forEach((client) => client.close()))
  const pidsOf = (part: Part) => started.filter((one) => one.part === part).map(({ process }) => process.pid)
  const pids: Readonly<Record<string, readonly number[]>> = {
    ...Object.fromEntries(parts.map((part) => [part, pidsOf(part)])),
    PostgreSQL: [await postgresPid(url)],
    ...Object.fromEntries(Object.entries(stores.pids).map(([name, pid]) => [name, [pid]])),
  }
  const create = (lane: number, turn: number) =>
    clients[turn % count]!.send('POST', '/workspaces/create', owners[lane]!.token, {
      name: `lane ${lane} turn ${turn}`,
    })
  const spent = () => Object.entries(pids).map(([name, of]) => [name, processorTime(of)] as const)
  return async (forMs: number, perSecond?: number): Promise<Spent> => {
    const before = spent()
    const measured = await (perSecond === undefined
      ? measure(LANES, forMs, create)
      : measureAt(perSecond, forMs, (turn) => create(turn % LANES, turn)))
    const ms = spent().map(([name, now], i) => [name, (now - before[i]![1]) / measured.calls] as const)
    return { ...measured, ms: Object.fromEntries(ms) }
  }
}

/** `ms`: processor time per command, by process. */
type Spent = Measured & { readonly ms: Readonly<Record<string, number>> }

const figuresOf = (name: string, one: readonly Spent[], two: readonly Spent[]): Figure[] => {
  const compared = (what: string, unit: string, of: (spent: Spent) => number, goal: number | null = null) =>
    figure(`${name}: ${what}`, median(two.map(of)), unit, { baseline: median(one.map(of)), goal })
  const all = ({ ms }: Spent) => Object.values(ms).reduce((sum, each) => sum + each, 0)
  return [
    compared('workspaces created', '/s', ({ perSecond }) => perSecond, 1),
    compared('p50', 'ms', ({ p50Ms }) => p50Ms),
    compared('p99', 'ms', ({ p99Ms }) => p99Ms),
    compared('processor time of one', 'ms', all),
    ...Object.keys(one[0]!.ms).map((who) => compared(`of that, ${who}`, 'ms', ({ ms }) => ms[who]!)),
  ]
}

/**
 * Two instances of api, projector and worker compared with one of each on the same cores, at full and at half speed. Both
 * deployments are running and take turns.
 */
export const benchScaleOut = async (url: string, progress: Progress): Promise<Figure[]> => {
  const store = noEsdb === null ? 'EventStoreDB and Redis' : 'PostgreSQL'
  try {
    progress(`two of each process on ${store}: starting`)
    const deployments = [await openDeployment(1, url), await openDeployment(2, url)] as const
    for (const deployment of deployments) await deployment(WARM_UP_MS)
    const rounds = async (what: string, perSecond?: number) => {
      const [one, two]: [Spent[], Spent[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        progress(`two of each process on ${store}: ${what}, round ${round + 1} of ${ROUNDS}`)
        one.push(await deployments[0](FOR_MS, perSecond))
        two.push(await deployments[1](FOR_MS, perSecond))
      }
      return [one, two] as const
    }
    const full = await rounds('as fast as it goes')
    const half = await rounds('half as fast', HALF_LOAD * median(full[0].map(({ perSecond }) => perSecond)))
    return [
      ...figuresOf(`two of each process on ${store}, to one, ${LANES} in flight`, ...full),
      ...figuresOf(`two of each process on ${store}, to one, half as fast`, ...half),
    ]
  } finally {
    await endEverything()
    for (const close of cleanups.splice(0).toReversed()) await close()
  }
}
