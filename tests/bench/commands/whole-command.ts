import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openStore } from '#support/event-store/open-store.ts'
import { openProductOn } from '#support/product/product.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { newDatabase } from '../database.ts'
import { figure, measure, median, medianOf, type Bench, type Measured } from '../measure.ts'
import { benchEvent } from '../payload.ts'
import { openClient, processorTime, postmasterOf, startProcess, type Client } from '../processes.ts'
import { openProductServer } from '../processor-time.ts'
import { insertFixture, rowsOf, rowsStatement, tokenOf } from './baseline-statements.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 8)
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 1_500)
const lanes = [16, 64] as const
/** Rounds until the code is compiled. */
const WARM_UPS = 2
const MOST_LANES = Math.max(...lanes)

type Server = {
  readonly client: Client
  readonly token: string
  readonly workspaces: readonly string[]
  /** Processor time of all processes that serve it. */
  spentMs(): number
}
type Taken = Measured & { readonly processorMs: number }

/** Each lane has two workspaces of its own, so that lanes do not wait for each other's streams. */
const rename =
  ({ client, token, workspaces }: Server) =>
  (lane: number, turn: number) =>
    client.send('PATCH', `/workspaces/update-settings/${workspaces[2 * lane + (turn % 2)]}`, token, {
      name: `Name ${randomUUID()}`,
    })

/**
 * A command over HTTP, answered after its read models, compared with the sum of its minimal parts and with emmett's Express
 * and PostgreSQL sample. Each server runs in its own process, and all take turns.
 */
export const benchWholeCommand: Bench = async (url, progress, before) => {
  const opened = new AsyncDisposableStack()
  try {
    progress('whole command: starting the servers')
    const database = await newDatabase(url)
    // Creates the read models.
    const maker = await openProductOn(database, freshSecrets())
    opened.defer(() => maker.close())
    await maker.projector.stop()
    // The product writes read models without synchronous commit, too: rows and checkpoint are lost together or not at all.
    const rows = new pg.Client({ connectionString: database.url, options: '-c synchronous_commit=off' })
    await rows.connect()
    opened.defer(() => rows.end())
    const fixture = await insertFixture(rows, 2 * MOST_LANES)
    const store = await openStore({ adapter: 'postgres', url: database.url })
    opened.defer(() => store.close())
    const backend = await rows.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const postgres = postmasterOf(backend.rows[0]!.pid)
    const startServer = async (file: string): Promise<Server> => {
      const { ready, pid, stop } = await startProcess<{ port: number }>(file, { BENCH_URL: database.url })
      opened.defer(stop)
      const client = openClient(ready.port)
      opened.defer(() => client.close())
      const spentMs = () => processorTime([pid, postgres])
      return { client, token: tokenOf(fixture), workspaces: fixture.workspaces, spentMs }
    }
    const baseline = await startServer('commands/baseline-process.ts')
    const emmett = await startServer('commands/emmett-process.ts')
    const startProgram = async (tree?: string): Promise<Server> => {
      const people = { requesters: 1, workspaces: 2 * MOST_LANES, accounts: 0 }
      const { client, actors, productMs, storeMs, close } = await openProductServer(tree, people)
      opened.defer(close)
      const { admin: token, workspaces } = actors
      return { client, token, workspaces, spentMs: () => productMs() + storeMs() }
    }
    const product = await startProgram()
    const programOfBefore = before === null ? null : await startProgram(before)
    const measureServer = (server: Server, inFlight: number) => async (): Promise<Taken> => {
      const spentMs = server.spentMs()
      const measured = await measure(inFlight, roundMs, rename(server))
      return { ...measured, processorMs: (server.spentMs() - spentMs) / measured.calls }
    }

    const parts: Record<string, () => Promise<Measured | Taken>> = {
      route: () => measure(1, roundMs / 3, rename(baseline)),
      append: () => {
        const stream = `bench-${randomUUID()}`
        return measure(1, roundMs / 3, (_, turn) =>
          store.append(stream, turn === 0 ? 'no_stream' : turn - 1, [benchEvent()]),
        )
      },
      rows: () =>
        measure(1, roundMs / 3, (_, turn) => {
          const workspaceId = fixture.workspaces[turn % fixture.workspaces.length]!
          return rows.query({ ...rowsStatement, values: rowsOf(workspaceId, `Name ${turn}`, fixture.userId) })
        }),
    }
    for (const inFlight of [1, ...lanes]) {
      parts[`product ${inFlight}`] = measureServer(product, inFlight)
      parts[`emmett ${inFlight}`] = measureServer(emmett, inFlight)
      if (programOfBefore) parts[`before ${inFlight}`] = measureServer(programOfBefore, inFlight)
    }
    const taken = new Map<string, (Measured | Taken)[]>()
    const oneRound = async () => {
      for (const [name, run] of Object.entries(parts))
        taken.set(name, [...(taken.get(name) ?? []), await run()])
    }
    for (let i = 0; i < WARM_UPS; i += 1) await oneRound()
    taken.clear()
    for (let round = 1; round <= rounds; round += 1) {
      progress(`whole command: round ${round} of ${rounds}`)
      await oneRound()
    }
    const of = (name: string) => medianOf(taken.get(name)!)
    const [route, append, write, whole] = [of('route'), of('append'), of('rows'), of('product 1')]
    const spent = (name: string) =>
      median(taken.get(name)!.map((one) => ('processorMs' in one ? one.processorMs : 0)))
    const ofBefore = (inFlight: number) => (programOfBefore ? of(`before ${inFlight}`) : null)
    const sum = route.p50Ms + append.p50Ms + write.p50Ms
    return [
      figure('baseline of a command: route with token and session row, p50', route.p50Ms, 'ms'),
      figure('baseline of a command: raw append, p50', append.p50Ms, 'ms'),
      figure('baseline of a command: one statement with the same rows, p50', write.p50Ms, 'ms'),
      figure('whole command over HTTP, 1 in flight, p50 to the sum of its baseline', whole.p50Ms, 'ms', {
        baseline: sum,
        goal: 1.5,
      }),
      figure('whole command over HTTP, 1 in flight, p50', whole.p50Ms, 'ms', {
        before: ofBefore(1)?.p50Ms ?? null,
        emmett: of('emmett 1').p50Ms,
        baseline: sum,
        goal: 0.5,
      }),
      figure('whole command over HTTP, 1 in flight, p99 to its p50', whole.p99Ms, 'ms', {
        baseline: whole.p50Ms,
        goal: 4,
      }),
      ...lanes.flatMap((inFlight) => {
        const [ours, emmetts] = [of(`product ${inFlight}`).perSecond, of(`emmett ${inFlight}`).perSecond]
        const name = `whole commands over HTTP, ${inFlight} in flight`
        return [
          figure(`${name}, to emmett and Express`, ours, '/s', { emmett: emmetts, goal: 2 }),
          figure(name, ours, '/s', { before: ofBefore(inFlight)?.perSecond ?? null }),
        ]
      }),
      ...[1, ...lanes].map((inFlight) =>
        figure(`processor time of a command, ${inFlight} in flight`, spent(`product ${inFlight}`), 'ms', {
          before: programOfBefore && spent(`before ${inFlight}`),
          emmett: spent(`emmett ${inFlight}`),
        }),
      ),
    ]
  } finally {
    await opened.disposeAsync()
  }
}
