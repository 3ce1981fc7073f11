import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorsOf } from '#contract/endpoint.ts'

const omitted = new Set<string>()

const note = async ({ routeOptions, refusal }: FastifyRequest): Promise<void> => {
  const endpoint = routeOptions.config?.endpoint
  if (endpoint && refusal && !errorsOf(endpoint).has(refusal))
    omitted.add(
      `add '${refusal}' to the errors of ${endpoint.operation} in the contract: it answered with it`,
    )
}

const watch = (message: unknown): void =>
  void (message as { fastify: FastifyInstance }).fastify.addHook('onSend', note)

/** Records each error that an app of this process returns and its endpoint does not declare. */
export const watchUndeclaredErrors = (): void => {
  // Test files share a worker: once is enough.
  unsubscribe('fastify.initialization', watch)
  subscribe('fastify.initialization', watch)
}

/** Returns and forgets what was recorded: what to do, in a sentence each. */
export const takeUndeclaredErrors = (): readonly string[] => {
  const taken = [...omitted]
  omitted.clear()
  return taken
}
