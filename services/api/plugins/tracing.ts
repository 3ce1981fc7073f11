import type { FastifyInstance } from 'fastify'
import { startServerSpan, type ServerSpan } from '#platform/watch/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: ServerSpan | null
  }
}

/**
 * Starts a span for each request, named by route because paths hold tokens. Register it first, so that the span
 * covers all other hooks.
 */
export const addTracing = (app: FastifyInstance): void => {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, protocol, routeOptions, headers } = request
    const route = routeOptions.url
    request.span = startServerSpan(
      {
        name: route ? `${method} ${route}` : method,
        attributes: {
          'http.request.method': method,
          'url.scheme': protocol,
          'vieraugen.request_id': request.id,
          ...(route && { 'http.route': route }),
        },
      },
      headers['traceparent'],
    )
    request.span.run(done)
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.span!.end({ 'error.type': 'aborted' }, false)
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const hasFailed = statusCode >= 500
    request.span!.end(
      { 'http.response.status_code': statusCode, ...(hasFailed && { 'error.type': `${statusCode}` }) },
      hasFailed,
    )
    request.span!.run(done)
  })
}
