import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { projections } from '#projections/index.ts'
import { injectSse } from './inject-sse.ts'

/** The observed reads and writes of a request. */
export type Seen = {
  readonly endpoint: Endpoint | undefined
  /** The tables that were read, with their read models; for a command only after it has waited for its facts. */
  readonly read: ReadonlyMap<string, string>
  /** The types of the written facts. */
  readonly wrote: ReadonlySet<string>
}

type Request = {
  endpoint: Endpoint | undefined
  hasWaited: boolean
  isOver: boolean
  readonly before: Map<string, string>
  readonly after: Map<string, string>
  readonly wrote: Set<string>
}

const modelOf = new Map(
  projections.flatMap(({ name, tables }) => Object.keys(tables).map((table) => [table, name] as const)),
)

const tablesIn = (sql: string): readonly string[] =>
  [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)]
    .map(([, table]) => table!)
    .filter((table) => modelOf.has(table))

/**
 * Returns the read models that an operation must declare but does not, with the reason. A query: each that it
 * reads. A command: each that it reads for its reply, and each that handles a written fact, except the audit log:
 * any page may show those rows next. Reads before the facts are written need no declaration, as decisions rest on
 * streams.
 */
export const undeclared = ({ endpoint, read, wrote }: Seen): readonly string[] => {
  if (!endpoint) return []
  const named: readonly string[] = endpoint.command ? endpoint.readModels : readModelsOf(endpoint)
  const reasons = [
    ...[...read].map(([table, name]) => [name, `it reads ${table}`] as const),
    ...[...wrote].flatMap((type) =>
      projections
        .filter(({ name, handlers }) => name !== 'audit' && Object.hasOwn(handlers, type))
        .map(({ name }) => [name, `its ${type} changes rows of ${name}, which are read next`] as const),
    ),
  ]
  return reasons
    .filter(([name]) => !named.includes(name))
    .map(([name, why]) => `add '${name}' to the readModels of ${endpoint.operation}: ${why}`)
}

/**
 * Fails every injected request whose endpoint does not declare what it reads. Call it before the app is ready. A
 * platform may have several apps.
 */
export const watchReadModels = (app: FastifyInstance, platform: Platform): void => {
  const requests = new AsyncLocalStorage<Request>()
  platform.db.on('query', ({ sql }: { sql: string }) => {
    const request = requests.getStore()
    if (!request || request.isOver) return
    const read = request.hasWaited ? request.after : request.before
    for (const table of tablesIn(sql)) read.set(table, modelOf.get(table)!)
  })
  const { commands, positions } = platform
  const { execute } = commands
  const { reached } = positions
  Object.assign(commands, {
    execute: async (...given: Parameters<typeof execute>) => {
      const executed = await execute(...given)
      for (const { type } of executed.events) requests.getStore()?.wrote.add(type)
      return executed
    },
  })
  Object.assign(positions, {
    reached(...given: Parameters<typeof reached>) {
      const request = requests.getStore()
      if (request && given[2] > 0) request.hasWaited = true
      return reached(...given)
    },
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    const request = requests.getStore()
    if (request) request.endpoint = routeOptions.config.endpoint
  })

  const inject = injectSse(app)
  const watched = async (given: InjectOptions | string) => {
    const request: Request = {
      endpoint: undefined,
      hasWaited: false,
      isOver: false,
      before: new Map(),
      after: new Map(),
      wrote: new Set(),
    }
    // An injected request starts when it is awaited, so await it inside.
    const answer = await requests.run(request, async () => await inject(given))
    request.isOver = true
    const { endpoint, before, after } = request
    // A rejected command waits for nothing, even if it records an event.
    const wrote = answer.statusCode < 400 ? request.wrote : new Set<string>()
    const read = endpoint?.command ? after : new Map([...before, ...after])
    const omitted = undeclared({ endpoint, read, wrote })
    if (omitted.length > 0) throw new Error(omitted.join('\n'))
    return answer
  }
  Object.assign(app, { inject: watched })
}
