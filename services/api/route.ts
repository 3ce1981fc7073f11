import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpan } from '#platform/watch/tracing.ts'
import { membershipOf } from '#projections/workspaces/queries.ts'
import { createCall } from './call.ts'
import { describe } from './plugins/documentation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** A command never waits longer for the read models than this. */
const READ_MODEL_MS = 2_000
const POSITION = /^[a-z]1:[0-9]{20,41}$/

export const createRoutes = (app: FastifyInstance, platform: Platform): Routes => {
  const { positions, eventStore, db, probes } = platform

  const add = (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      schema: {
        ...describe(endpoint),
        ...(endpoint.params && { params: anonymous(endpoint.params) }),
        ...(endpoint.query && { querystring: anonymous(endpoint.query) }),
        ...(endpoint.body && { body: anonymous(endpoint.body) }),
      },
      handler,
    })

  const waitToRead = async (request: FastifyRequest) => {
    const minimum = request.headers['x-min-position']
    if (minimum === undefined) return
    if (typeof minimum !== 'string' || !POSITION.test(minimum))
      throw new Rejected('input.invalid', [{ field: 'X-Min-Position', problem: 'is no position' }])
    if (!(await positions.reached(minimum, READ_MODEL_MS))) throw new Rejected('read-model.behind')
  }

  /** Without the event store nobody can say what the read models lack, only since when. */
  const tellAge = (reply: FastifyReply) => {
    const age = probes.eventStore.unwellFor()
    if (age > 0) reply.header('X-Read-Model-Age', age)
  }

  const announce = async (request: FastifyRequest, reply: FastifyReply, position: Position | null) => {
    const at = position ?? (await eventStore.head())
    if (at === null) return false
    reply.header('X-Event-Position', at)
    if (position === null) return false
    if (request.headers.prefer === 'respond-async') return true
    const span = { name: 'wait for the read models' }
    const behind = !(await inSpan(span, () => positions.reached(at, READ_MODEL_MS)))
    if (behind) reply.header('X-Read-Model', 'behind')
    return behind
  }

  return {
    command(endpoint, handle) {
      add(endpoint, async (request, reply) => {
        const { call, guarded } = createCall(platform, endpoint, request, reply)
        const answer = await handle(call)
        if (endpoint.scope && !guarded() && answer.position === null)
          throw new Error(`${endpoint.operation} answered without asking for access`)
        const behind = await announce(request, reply, answer.position)
        return reply.code(endpoint.status).send(await answer.reply(behind))
      })
    },
    query(endpoint, handle) {
      add(endpoint, async (request, reply) => {
        await waitToRead(request)
        tellAge(reply)
        const { call } = createCall(platform, endpoint, request, reply)
        if (endpoint.scope) {
          const workspaceId = workspaceIdOf(endpoint, request)
          call.guard(await membershipOf(db, workspaceId, call.caller.userId), true)
        }
        return reply.code(endpoint.status).send(await handle(call))
      })
    },
  }
}

const workspaceIdOf = ({ scope, operation }: Endpoint, request: FastifyRequest): string => {
  if (!scope || !('workspace' in scope)) throw new Error(`${operation}: a query is scoped by its workspace`)
  return (request.params as Record<string, string>)[scope.workspace]!
}

/** The schema without its `$id`s, which one route could otherwise not use twice. */
const anonymous = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)))
