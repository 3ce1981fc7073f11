import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { membershipOf } from '#projections/workspaces/queries.ts'
import { createCall } from './call.ts'
import { routeSchema } from './plugins/documentation.ts'
import { createEventPositions } from './event-positions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export const createRoutes = (app: FastifyInstance, platform: Platform): Routes => {
  const { db, idempotencyKeys, probes, readModelAges } = platform
  const told = createEventPositions(platform)

  const isCompressed = ({ method, path, live, file }: Endpoint) =>
    // Answers that hold tokens stay as they are: a compressed length tells of what is in it.
    method === 'GET' && !live && !file && !path.startsWith('/auth/')

  const add = (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      ...(endpoint.bodyBytes && { bodyLimit: endpoint.bodyBytes }),
      ...(isCompressed(endpoint) && { compress: {} }),
      // Asked for its head alone, it would be made and thrown away.
      ...(endpoint.file && { exposeHeadRoute: false }),
      schema: {
        ...routeSchema(endpoint),
        ...(endpoint.params && { params: anonymous(endpoint.params) }),
        ...(endpoint.query && { querystring: anonymous(endpoint.query) }),
        ...(endpoint.body && { body: anonymous(endpoint.body) }),
      },
      handler,
    })

  /** Without the event store nobody can say what the read models lack, only since when; nor of one that nobody keeps up. */
  const tellAge = async (endpoint: Endpoint, reply: FastifyReply): Promise<void> => {
    const ages = await readModelAges()
    const age = Math.max(
      probes.eventStore.unwellFor(),
      ...readModelsOf(endpoint).map((name) => ages.get(name) ?? 0),
    )
    if (age > 0) reply.header('X-Read-Model-Age', age)
  }

  /** A call that reads, once it may: what it asks to see is there, and access was asked. */
  const readingCall = async <const E extends Endpoint>(
    endpoint: E,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Call<E>> => {
    const asked = await told.askedFor(endpoint, request)
    if (asked !== null) await told.waitToRead(endpoint, asked)
    await told.tell(reply, asked)
    await tellAge(endpoint, reply)
    const { call } = createCall(platform, endpoint, request, reply)
    if (endpoint.scope) {
      const workspaceId = workspaceIdOf(endpoint, request)
      const keptAt = endpoint.whileKept && call.now
      call.guard(await membershipOf(db, workspaceId, call.caller.userId, keptAt), true)
    }
    return call
  }

  return {
    command(endpoint, handle) {
      add(endpoint, async (request, reply) => {
        const asked = await told.askedFor(endpoint, request)
        const { call, guarded, use, hadEffect } = createCall(platform, endpoint, request, reply)
        if (use) await idempotencyKeys.refuseOther(use, request.bound ?? undefined)
        const answer = await handle(call)
        if (endpoint.scope && !guarded() && answer.position === null)
          throw new Error(`${endpoint.operation} answered without asking for access`)
        if (use && !hadEffect()) await idempotencyKeys.bind(use)
        const positions = { asked, written: answer.position }
        const behind = await told.announce(endpoint, { request, reply }, positions)
        return reply.code(endpoint.status).send(await answer.reply(behind))
      })
    },
    query(endpoint, handle) {
      add(endpoint, async (request, reply) => {
        const call = await readingCall(endpoint, request, reply)
        return reply.code(endpoint.status).send(await handle(call))
      })
    },
    file(endpoint, make) {
      add(endpoint, async (request, reply) => {
        const { type, name, parts } = await make(await readingCall(endpoint, request, reply))
        reply.header('Content-Type', type).header('Content-Disposition', `attachment; filename="${name}"`)
        // Reads on as fast as the caller does, and no further once they are gone.
        return reply.code(endpoint.status).send(Readable.from(parts, { objectMode: false }))
      })
    },
    live(endpoint, open) {
      add(endpoint, async (request, reply) => open(await readingCall(endpoint, request, reply)))
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
