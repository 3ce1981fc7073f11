import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected, errors, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { isTransient } from '#platform/postgres/database.ts'
import { AlteredFact } from '#platform/facts/fact-macs.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import { Ambiguous, InvalidAppend, Unavailable } from '#platform/event-store/event-store.ts'
import type { Pages } from './static-web.ts'

const RETRY_AFTER_SECONDS = { 429: '30', 503: '2' } as const
const STORE_RETRY_AFTER_SECONDS = '5'

const frameworkCodes: { readonly [code: string]: ErrorCode } = {
  FST_ERR_VALIDATION: 'input.invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'input.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.malformed',
  FST_ERR_BAD_URL: 'input.malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'input.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input.not-json',
  FST_ERR_MAX_PARAM_LENGTH: 'route.too-long',
}

const codeOf = (error: FastifyError): ErrorCode => {
  if (error.code in frameworkCodes) return frameworkCodes[error.code]!
  if (error instanceof Unavailable || error instanceof Ambiguous || isTransient(error))
    return 'store.unavailable'
  if (error instanceof UnreadableFact) return 'fact.unreadable'
  if (error instanceof AlteredFact) return 'fact.altered'
  if (error instanceof InvalidAppend) return 'input.invalid'
  if (error.statusCode === 400) return 'input.malformed'
  if (error.statusCode === 429) return 'rate.exceeded'
  // Static files that nobody may read do not exist.
  if (error.statusCode === 403 || error.statusCode === 404) return 'route.not-found'
  return 'server.unexpected'
}

const DISCONNECT_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

/** The client disconnected before the response: neither a defect nor an outage. */
const hasDisconnected = ({ socket }: FastifyRequest, { code }: FastifyError): boolean =>
  socket.destroyed && DISCONNECT_CODES.has(code)

/** What only says that a text is not another member of its union, beside what is wrong with the text. */
const OF_UNIONS: ReadonlySet<string> = new Set(['anyOf', 'const', 'type'])

const telling = (
  faults: NonNullable<FastifyError['validation']>,
): NonNullable<FastifyError['validation']> => {
  const unions = new Set(faults.flatMap((fault) => (fault.keyword === 'anyOf' ? fault.instancePath : [])))
  const told = new Set(faults.flatMap((fault) => (OF_UNIONS.has(fault.keyword) ? [] : fault.instancePath)))
  return faults.filter(
    ({ keyword, instancePath }) =>
      !OF_UNIONS.has(keyword) || !unions.has(instancePath) || !told.has(instancePath),
  )
}

const faultsOf = (error: FastifyError): ErrorDetails | undefined =>
  error.validation &&
  telling(error.validation).map(({ instancePath, message, params }) => ({
    field:
      instancePath.slice(1).replaceAll('/', '.') || ((params['missingProperty'] as string | undefined) ?? ''),
    problem: message ?? 'is not valid',
  }))

const send = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode, details?: ErrorDetails) => {
  const [statusCode, message] = errors[code]
  request.refusal = code
  if ((statusCode === 429 || statusCode === 503) && !reply.hasHeader('Retry-After')) {
    const requested = details?.find((detail) => 'retryAfterSeconds' in detail)?.['retryAfterSeconds']
    const usual = code === 'store.unavailable' ? STORE_RETRY_AFTER_SECONDS : RETRY_AFTER_SECONDS[statusCode]
    reply.header('Retry-After', requested ?? usual)
  }
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ statusCode, code, message, requestId: request.id, ...(details && { details }) })
}

/** Answers router errors: a malformed or too long address. */
export const answerFrameworkError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void send(request, reply, codeOf(error))
}

/** Gives every error one shape. Logs an unexpected error with its cause, which the client does not get. */
export const addErrors = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  pages: Pages | undefined,
): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Rejected) return send(request, reply, error.code, error.details)
    if (hasDisconnected(request, error)) return send(request, reply, 'input.malformed')
    const code = codeOf(error)
    if (code === 'server.unexpected') request.log.error({ err: error }, 'unexpected error')
    if (code === 'fact.unreadable')
      request.log.warn({ error: error.message }, 'a newer program wrote a fact that this one cannot read')
    if (code === 'store.unavailable') request.log.warn({ error: error.message }, 'a store is unavailable')
    return send(request, reply, code, faultsOf(error))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = endpoints.filter((endpoint) => matches(endpoint.path, path)).map(({ method }) => method)
    if (allowed.length === 0 && pages && wantsPage(request))
      return pages.visitor('not-found', request, reply.code(404))
    if (allowed.length === 0) return send(request, reply, 'route.not-found')
    reply.header('Allow', [...new Set(allowed)].join(', '))
    return send(request, reply, 'route.wrong-method')
  })
}

const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html'

const matches = (pattern: string, path: string): boolean => {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
  )
}

export const requestId = (): string => randomUUID()
