import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import { ErrorBody, PRODUCT } from '#contract/common.ts'
import { errorsOf, type Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { Waiting } from '#contract/workspaces/change.ts'

/** Swagger UI uses inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Not part of the route: the server reads it as a stream and does not validate it. */
const FILE_BODY = {
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  },
}

/** Serves the OpenAPI document, generated from the endpoints, at `/openapi.json` and `/docs`. */
export const addDocumentation = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: route.config?.endpoint?.takesFile ? { ...schema, body: FILE_BODY } : schema,
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: PRODUCT,
        version: '1',
        description:
          'A command with a session returns `X-Event-Position`, an opaque token. Send the last one as `X-Min-Position`: the response reflects at least that position and returns the later one. `X-Read-Model-Age` is the number of seconds for which the event store has been away or the read model has not been kept up.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: POLICY })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/** Removes `$id`s, as a route may not use one twice. */
const withoutIds = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))) as TSchema

const success = ({ live, file }: Endpoint, reply: TSchema) => {
  const types = live ? ['text/event-stream'] : file
  const content = types && Object.fromEntries(types.map((type) => [type, { schema: reply }]))
  return { description: 'Success', ...(content ? { content } : reply) }
}

const waitingReply = ({ asksSecondAdmin, reply }: Endpoint): TSchema =>
  asksSecondAdmin === 'beside'
    ? Type.Object({ ...Waiting.properties, ...(reply as TObject).properties })
    : Waiting

const known = new WeakMap<Endpoint, FastifySchema>()

/** Returns the schema of a route, which documents it, validates its requests and serializes its replies. Made once per process. */
export const routeSchema = (endpoint: Endpoint): FastifySchema => {
  const schema = known.get(endpoint) ?? schemaOf(endpoint)
  known.set(endpoint, schema)
  // Fastify marks the one that it is given.
  return { ...schema }
}

const schemaOf = (endpoint: Endpoint): FastifySchema => {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code][0])
  const faults = [...byStatus].map(([status, codes]) => [
    status,
    { ...ErrorBody, description: codes.map((code) => `\`${code}\` ${errors[code][1]}`).join('\n\n') },
  ])
  const reply = withoutIds(endpoint.reply)
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    tags: [endpoint.operation.split('.')[0]!],
    description: `Who may call it: ${endpoint.access}.`,
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: withoutIds(endpoint.params) }),
    ...(endpoint.query && { querystring: withoutIds(endpoint.query) }),
    ...(endpoint.body && { body: withoutIds(endpoint.body) }),
    response: {
      [endpoint.status]: success(endpoint, reply),
      ...(endpoint.asksSecondAdmin && {
        202: { description: 'It waits for a second admin', ...withoutIds(waitingReply(endpoint)) },
      }),
      ...Object.fromEntries(faults),
    },
  }
}
