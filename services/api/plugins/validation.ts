import { Ajv, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { asciiAddress, hasForeignLocalPart } from '#contract/accounts/address.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'

/**
 * Validates requests. Bodies: unknown fields are removed, nothing is coerced. Query and path are text and are
 * coerced. A command without a body needs no content type; an empty JSON body counts as none, and as `{}` when no
 * field is required.
 */
export const addValidation = (app: FastifyInstance): void => {
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    httpPart === 'body' ? strict(schema) : lenient(schema),
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

/** Our own spelling of ids only, without `urn:uuid:`: ids name streams. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The maximum length of an address after conversion. */
const LONGEST_ADDRESS = 254

/** Replaces typed text with what `typedText` makes of it, for every operation. */
const takeTyped: SchemaValidateFunction = (lines: 'one' | 'many', text: string, schema, place) => {
  // Too long in any case: leave the error to `maxLength`.
  if (text.length > 3 * Number(schema?.['maxLength'])) return true
  const problem = typingFault(text, lines)
  takeTyped.errors = problem === undefined ? [] : [{ message: problem, params: {} }]
  if (place) place.parentData[place.parentDataProperty] = typedText(text)
  return problem === undefined
}

/** Replaces an address with what `asciiAddress` makes of it, for every operation. */
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
    // must run before `maxLength`
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

/** Compiles each schema once per process, when it is first needed: a start would compile 200 of them. */
const compiler = (coerceTypes: boolean) => {
  const common = { allErrors: true, removeAdditional: 'all', useDefaults: true, strict: false } as const
  const ajv = withFormats(new Ajv({ ...common, coerceTypes }))
  const known = new Map<string, ValidateFunction>()
  return (schema: object) => {
    let text: string | undefined
    const validate = Object.assign(
      (data: unknown) => {
        text ??= JSON.stringify(schema)
        const compiled = known.get(text) ?? ajv.compile(schema)
        known.set(text, compiled)
        const isValid = compiled(data)
        validate.errors = compiled.errors ?? null
        return isValid
      },
      { errors: null as NonNullable<ValidateFunction['errors']> | null },
    )
    return validate
  }
}
const strict = compiler(false)
const lenient = compiler(true)
