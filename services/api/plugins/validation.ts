import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/**
 * Bodies are taken as they are, unknown fields dropped, nothing coerced; query and path, which are all text, are.
 * A command without a body needs no content type, and an empty body with one is none.
 */
export const addValidation = (app: FastifyInstance): void => {
  const common = { allErrors: true, removeAdditional: 'all', useDefaults: true, strict: false } as const
  const strict = withFormats(new Ajv({ ...common, coerceTypes: false }))
  const lenient = withFormats(new Ajv({ ...common, coerceTypes: true }))
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : lenient).compile(schema),
  )

  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

/** As we write ids ourselves: no `urn:uuid:`, and one spelling only, because streams are named by them. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const withFormats = (ajv: Ajv): Ajv => formats.default(ajv).addFormat('uuid', UUID)
