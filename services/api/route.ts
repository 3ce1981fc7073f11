import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '#contract/access.ts'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import type { Call, ReadAhead, Routes } from '#platform/http/http.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { membershipInEvents } from '#modules/workspaces/membership-in-events.ts'
import { membershipBeside, membershipOf } from '#projections/workspaces/member-queries.ts'
import { createCall } from './call.ts'
import { allowTime } from './plugins/client-errors.ts'
import { routeSchema } from './plugins/documentation.ts'
import { createEventPositions } from './event-positions.ts'

/** 10 MiB over half a megabit per second. */
const UPLOAD_MS = 180_000

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    readAhead?: ReadAhead
  }
}

export const createRoutes = (app: FastifyInstance, platform: Platform): Routes => {
  const { commands, db, idempotencyKeys, probes, readModelAges } = platform
  const eventPositions = createEventPositions(platform)

  const isCompressed = ({ method, path, live, file }: Endpoint) =>
    // The length of a compressed response could reveal a token (BREACH).
    method === 'GET' && !live && !file && !path.startsWith('/auth/')

  const add = (
    endpoint: Endpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
    readAhead?: ReadAhead,
  ) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint, ...(readAhead && { readAhead }) },
      ...(endpoint.bodyBytes && { bodyLimit: endpoint.bodyBytes }),
      ...(endpoint.takesFile && {
        onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
          allowTime(request, reply, UPLOAD_MS),
      }),
      ...(isCompressed(endpoint) && { compress: {} }),
      // A HEAD request would generate the whole file.
      ...(endpoint.file && { exposeHeadRoute: false }),
      schema: routeSchema(endpoint),
      ...(endpoint.body && !('required' in endpoint.body) && { preValidation: fillInBody }),
      handler,
    })

  /** Reports how long the event store has been away, or the read model has not been kept up. */
  const setAge = async (endpoint: Endpoint, reply: FastifyReply): Promise<void> => {
    const names = readModelsOf(endpoint)
    const away = probes.eventStore.unwellFor()
    // Without the event store nobody knows what a read model lacks.
    const ages = away > 0 || names.length === 0 ? undefined : await readModelAges()
    const age = Math.max(away, ...names.map((name) => ages?.get(name) ?? 0))
    if (age > 0) reply.header('X-Read-Model-Age', age)
  }

  /** What the read model says of the caller's membership: as it was read with the session if that was not before `min`. */
  const shownTo = async (
    { caller, now }: Call<Endpoint>,
    { endpoint, request, min }: { endpoint: Endpoint; request: FastifyRequest; min: Position | null },
  ): Promise<Membership | undefined> => {
    const workspaceId = workspaceIdOf(endpoint, request)
    const { seen } = request
    if (seen && (min === null || (seen.at !== null && seen.at >= min)))
      return membershipBeside(db, workspaceId, seen.row)
    return membershipOf(db, workspaceId, caller.userId, endpoint.whileKept && now)
  }

  /** Prepares a reading call: waits for its minimum position and checks access. */
  const prepareRead = async <const E extends Endpoint>(
    endpoint: E,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Call<E>> => {
    const min = await eventPositions.minPosition(endpoint, request)
    if (min !== null) await eventPositions.waitToRead(endpoint, min)
    await eventPositions.setPosition(reply, min)
    await setAge(endpoint, reply)
    const { call } = createCall(platform, endpoint, request, reply)
    if (endpoint.scope) {
      const asked = { workspaceId: workspaceIdOf(endpoint, request), userId: call.caller.userId }
      const shown = await shownTo(call, { endpoint, request, min })
      call.guard(shown && (await membershipInEvents(commands, asked, shown)), true)
    }
    return call
  }

  return {
    command(endpoint, handle, readAhead) {
      const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
        const min = await eventPositions.minPosition(endpoint, request)
        const { call, guarded, use, hadEffect } = createCall(platform, endpoint, request, reply)
        if (use) await idempotencyKeys.refuseOther(use, request.bound ?? undefined)
        const answer = await handle(call)
        if (endpoint.scope && !guarded() && answer.position === null)
          throw new Error(`${endpoint.operation} replied without checking access`)
        if (use && !hadEffect()) await idempotencyKeys.bind(use)
        const positions = { min, written: answer.position }
        const behind = await eventPositions.waitAfterWrite(endpoint, { request, reply }, positions)
        return reply.code(answer.waits ? 202 : endpoint.status).send(await answer.reply(behind))
      }
      add(endpoint, answerTo, readAhead)
    },
    query(endpoint, handle) {
      add(endpoint, async (request, reply) => {
        const call = await prepareRead(endpoint, request, reply)
        return reply.code(endpoint.status).send(await handle(call))
      })
    },
    file(endpoint, make) {
      add(endpoint, async (request, reply) => {
        const { type, name, parts } = await make(await prepareRead(endpoint, request, reply))
        reply.header('Content-Type', type).header('Content-Disposition', attachment(name))
        // Reads as fast as the client does, and stops when it disconnects.
        return reply.code(endpoint.status).send(Readable.from(parts, { objectMode: false }))
      })
    },
    live(endpoint, open) {
      add(endpoint, async (request, reply) => open(await prepareRead(endpoint, request, reply)))
    },
  }
}

/** Apps of before send no body where all fields of a body are optional. */
const fillInBody = async (request: FastifyRequest): Promise<void> => {
  if (request.body === undefined) request.body = {}
}

/** RFC 6266. Clients that do not know `filename*` get ASCII: `ä` becomes `a`, and `中` an underscore. */
const attachment = (name: string): string => {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

const workspaceIdOf = ({ scope, operation }: Endpoint, request: FastifyRequest): string => {
  if (!scope || !('workspace' in scope))
    throw new Error(`${operation}: a query needs a workspace as its scope`)
  return (request.params as Record<string, string>)[scope.workspace]!
}
