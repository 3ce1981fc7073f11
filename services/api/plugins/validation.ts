import { Ajv, type SchemaValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { asciiAddress, hasForeignLocalPart } from '#contract/accounts/address.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'

/**
 * Bodies are taken as they are, unknown fields dropped, nothing coerced; query and path, which are all text, are.
 * A command without a body needs no content type, and an empty body with one is none; so may be one that needs no field.
 */
export const addValidation = (app: FastifyInstance): void => {
  const common = { allErrors: true, removeAdditional: 'all', useDefaults: true, strict: false } as const
  const strict = withFormats(new Ajv({ ...common, coerceTypes: false }))
  const lenient = withFormats(new Ajv({ ...common, coerceTypes: true }))
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : lenient).compile(schema),
  )

  app.addHook('preValidation', async (request) => {
    const { body } = request.routeOptions.config.endpoint ?? {}
    if (body && !hasRequired(body) && request.body === undefined) request.body = {}
  })

  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

const hasRequired = (schema: object): boolean =>
  'required' in schema && Array.isArray(schema.required) && schema.required.length > 0

/** As we write ids ourselves: no `urn:uuid:`, and one spelling only, because streams are named by them. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As many signs as an address may have, whatever they become. */
const LONGEST_ADDRESS = 254

/** Typed text is from here on what `typedText` makes of it, for every operation, so that none can forget to ask. */
const takeTyped: SchemaValidateFunction = (lines: 'one' | 'many', text: string, schema, place) => {
  // Far too long even as code points: it is refused for that, and not worth the work.
  if (text.length > 3 * Number(schema?.['maxLength'])) return true
  const problem = typingFault(text, lines)
  takeTyped.errors = problem === undefined ? [] : [{ message: problem, params: {} }]
  if (place) place.parentData[place.parentDataProperty] = typedText(text)
  return problem === undefined
}

/** An address is from here on as `asciiAddress` has it, for every operation likewise. */
const takeAddress: SchemaValidateFunction = (_: true, address: string, _schema, place) => {
  const isForeign = hasForeignLocalPart(address)
  const problem = 'may have only letters without accents, digits and signs of ASCII before the @'
  takeAddress.errors = isForeign ? [{ message: problem, params: {} }] : []
  if (place && address.length <= LONGEST_ADDRESS)
    place.parentData[place.parentDataProperty] = asciiAddress(address)
  return !isForeign
}

const withFormats = (ajv: Ajv): Ajv =>
  formats
    .default(ajv)
    .addFormat('uuid', UUID)
    // before the text is counted
    .addKeyword({
      keyword: 'x-typed',
      type: 'string',
      modifying: true,
      before: 'maxLength',
      validate: takeTyped,
    })
    .addKeyword({
      keyword: 'x-address',
      type: 'string',
      modifying: true,
      before: 'maxLength',
      validate: takeAddress,
    })
