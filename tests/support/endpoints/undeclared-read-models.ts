import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { projections } from '#projections/index.ts'
import { endpoints } from './endpoints.ts'
import { injectSse } from './inject-sse.ts'

/** What one request was seen to do. */
export type Seen = {
  readonly endpoint: Endpoint | undefined
  /** Each table of a read model that was read, with its read model; of a command, since it waited for its facts. */
  readonly read: ReadonlyMap<string, string>
  /** The types of the facts that it wrote. */
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

const takes = (readModel: string, type: string): boolean =>
  projections.some(({ name, handlers }) => name === readModel && Object.hasOwn(handlers, type))

const nounOf = ({ operation }: Endpoint): string => operation.split('.')[0]!

/**
 * Which read models an operation should name and does not, and why. A query: each that it reads, or it answers without
 * having waited. A command: each that it reads once its facts stand, for that is its answer, and each of its noun's
 * queries that takes these facts, or who reads next does not see them; but never the audit log for that. What a command
 * reads before only leads it to its facts, which rest on streams, so nothing waits for it.
 */
export const unnamed = ({ endpoint, read, wrote }: Seen, all: readonly Endpoint[]): readonly string[] => {
  if (!endpoint) return []
  const named: readonly string[] = endpoint.command ? endpoint.readModels : readModelsOf(endpoint)
  const ofNoun = all.filter((other) => !other.command && nounOf(other) === nounOf(endpoint))
  const next = new Set(ofNoun.flatMap(({ readModels }) => readModels).filter((name) => name !== 'audit'))
  const reasons = [
    ...[...read].map(([table, name]) => [name, `it reads ${table}`] as const),
    ...[...next].flatMap((name) =>
      [...wrote]
        .filter((type) => takes(name, type))
        .map((type) => [name, `who reads next looks for its ${type}`] as const),
    ),
  ]
  return reasons
    .filter(([name]) => !named.includes(name))
    .map(([name, why]) => `add '${name}' to the readModels of ${endpoint.operation}: ${why}`)
}

/**
 * Makes every injected request fail whose endpoint does not name what it reads; to be called before the app is ready.
 * One platform may have several apps.
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
    // What is injected begins when it is awaited, which must be in there.
    const answer = await requests.run(request, async () => await inject(given))
    request.isOver = true
    const { endpoint, before, after } = request
    // A refusal waits for nothing, also where it is a fact.
    const wrote = answer.statusCode < 400 ? request.wrote : new Set<string>()
    const read = endpoint?.command ? after : new Map([...before, ...after])
    const omitted = unnamed({ endpoint, read, wrote }, endpoints)
    if (omitted.length > 0) throw new Error(omitted.join('\n'))
    return answer
  }
  Object.assign(app, { inject: watched })
}
