import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSecurity, type SecurityKind } from '#platform/http/security-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response. */
    refusal: ErrorCode | null
  }
}

const KINDS: { readonly [status: number]: SecurityKind } = {
  401: 'request.refused',
  403: 'request.refused',
  429: 'request.throttled',
}

const emailIn = (body: unknown): string | undefined => {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : undefined
}

/** Writes a line to the security log for every refused or throttled request. */
export const addSecurityLog = (app: FastifyInstance, platform: Pick<Platform, 'log' | 'config'>): void => {
  app.decorateRequest('refusal', null)
  app.addHook('onResponse', async (request, { statusCode }) => {
    const kind = KINDS[statusCode]
    if (!kind) return
    noteSecurity(platform, kind, {
      requestId: request.id,
      operation: request.routeOptions.config?.endpoint?.operation,
      code: request.refusal,
      userId: request.caller?.userId ?? null,
      email: emailIn(request.body),
      ip: request.ip,
    })
  })
}
