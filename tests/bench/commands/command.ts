import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { openTracing } from '#platform/watch/open-tracing.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { openProductOn, type Person, type Product } from '#support/product/product.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { newDatabase } from '../database.ts'
import { figure, measure, medianOf, quantile, type Figure, type Measured, type Progress } from '../measure.ts'
import { benchEvent } from '../payload.ts'

const rounds = 8
const roundMs = 500

const agent = new Agent({ keepAlive: true })

/** Sends a PATCH over a kept connection. Resolves when the whole body has arrived. */
const patch = (port: number, path: string, headers: Record<string, string>, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        port,
        path,
        method: 'PATCH',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${answer.statusCode}`)),
        )
      },
    )
    call.on('error', reject)
    call.end(body)
  })

/** Creates workspaces to use in turn, so that no stream grows too long. */
const openWorkspaces = async (product: Product, admin: Person): Promise<string[]> => {
  const create = () =>
    product.call('POST', '/workspaces/create', { token: admin.token, body: { name: 'Bench workspace' } })
  const created = await Promise.all(Array.from({ length: 100 }, create))
  return created.map(({ body }) => body.id as string)
}

/** Starts an endpoint that accepts traces. */
const openReceiver = async () => {
  const server = createServer((incoming, answer) => void incoming.resume().on('end', () => answer.end('{}')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** A command over HTTP, and its wait for the read models, compared with a raw append on the same server. */
export const benchCommand = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url)
  const product = await openProductOn(database, { RATE_FACTOR: 1_000_000 })
  const store = await openStore({ adapter: 'postgres', url })
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as { port: number }
  const admin = await product.person()
  const ids = await openWorkspaces(product, admin)
  const command = (more: Record<string, string>) => (_: number, turn: number) =>
    patch(
      port,
      `/workspaces/update-settings/${ids[turn % ids.length]}`,
      { authorization: `Bearer ${admin.token}`, ...more },
      JSON.stringify({ name: `Name ${randomUUID()}` }),
    )

  progress('command over HTTP')
  const { positions } = product.platform
  const reached: number[] = []
  // The route waits for the read models with this call.
  const { reached: wait } = positions
  Object.assign(positions, {
    async reached(position: string, readModels: readonly string[], timeoutMs: number) {
      const start = performance.now()
      const isReached = await wait(position, readModels, timeoutMs)
      reached.push(performance.now() - start)
      return isReached
    },
  })
  const receiver = await openReceiver()
  const [appends, commands, traces, waits] = [[], [], [], []] as [
    Measured[],
    Measured[],
    Measured[],
    Measured[],
  ]
  for (let round = 0; round <= rounds; round += 1) {
    const stream = `bench-${randomUUID()}`
    const appended = await measure(1, roundMs, (_, turn) =>
      store.append(stream, turn === 0 ? 'no_stream' : turn - 1, [benchEvent()]),
    )
    const commanded = await measure(1, roundMs, command({ prefer: 'respond-async' }))
    const tracing = await openTracing(
      { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      { service: 'local', log: silentLog },
    )
    const traced = await measure(1, roundMs, command({ prefer: 'respond-async' }))
    await tracing.close()
    const waited = await measure(1, roundMs, command({}))
    // The first round warms up.
    if (round === 0) {
      reached.length = 0
      continue
    }
    appends.push(appended)
    commands.push(commanded)
    traces.push(traced)
    waits.push(waited)
  }
  agent.destroy()
  await store.close()
  await product.close()
  receiver.close()

  const [append, whole, traced, waited] = [
    medianOf(appends),
    medianOf(commands),
    medianOf(traces),
    medianOf(waits),
  ]
  const raw = { baseline: append.p50Ms }
  return [
    figure('command over HTTP, answered from its facts, p50 to raw append', whole.p50Ms, 'ms', {
      ...raw,
      goal: 2.5,
    }),
    figure('command over HTTP, answered from the read model, p50 to raw append', waited.p50Ms, 'ms', raw),
    figure('command over HTTP, answered from its facts, with traces, p50 to without', traced.p50Ms, 'ms', {
      baseline: whole.p50Ms,
      goal: 1.25,
    }),
    figure('command over HTTP, answered from its facts, p99 to raw p99', whole.p99Ms, 'ms', {
      baseline: append.p99Ms,
      goal: 3,
    }),
    figure('wait for read-your-own-writes, p50 to raw append', quantile(reached, 0.5), 'ms', {
      ...raw,
      goal: 2,
    }),
    figure('wait for read-your-own-writes, p99 to raw append p50', quantile(reached, 0.99), 'ms', {
      ...raw,
      goal: 15,
    }),
  ]
}
