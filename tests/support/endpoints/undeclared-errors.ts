import { subscribe } from 'node:diagnostics_channel'
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

/** From now on notes which errors the apps of this process answer with that their endpoints do not name. */
export const watchUndeclaredErrors = (): void =>
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onSend', note)
  })

/** What was noted since somebody asked: what to do, in a sentence each. */
export const takeUndeclaredErrors = (): readonly string[] => {
  const taken = [...omitted]
  omitted.clear()
  return taken
}
