import pg from 'pg'
import { mains, type Part } from '#support/processes/local-process.ts'
import { noEsdb } from '#support/esdb/own.ts'
import { figure, measure, measureAt, median, type Figure, type Measured, type Progress } from '../measure.ts'
import { processorTime, postmasterOf } from '../processes.ts'
import { startDeployment } from './deployment.ts'

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

/** Creates workspaces over HTTP at each of `count` apis in turn. */
const openDeployment = async (count: number, url: string) => {
  const {
    prepared: owners,
    clients,
    pidsOf,
    storePids,
  } = await startDeployment({ count, url }, cleanups, (product) =>
    Promise.all(Array.from({ length: LANES }, () => product.person())),
  )
  const pids: Readonly<Record<string, readonly number[]>> = {
    ...Object.fromEntries(parts.map((part) => [part, pidsOf(part)])),
    PostgreSQL: [await postgresPid(url)],
    ...Object.fromEntries(Object.entries(storePids).map(([name, pid]) => [name, [pid]])),
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
    compared('processor time of one', 'ms', all, 1.1),
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
    for (const close of cleanups.splice(0).toReversed()) await close()
  }
}
