import Type, { type Static, type TSchema } from 'typebox'

/** One constant holds the product's name; `{product}` in a cookie name is its lower case. */
export const PRODUCT = 'Vieraugen'
export const ACCESS_TOKEN_COOKIE = `access_token_${PRODUCT.toLowerCase()}`
export const LANGUAGE_COOKIE = `language_${PRODUCT.toLowerCase()}`
export const CONSENT_COOKIE = PRODUCT.toLowerCase()

export const Id = Type.String({ format: 'uuid' })
export const IsoTime = Type.String({ format: 'date-time' })
export const IdParams = Type.Object({ id: Id })
export const Empty = Type.Object({})
export const Message = Type.Object({ message: Type.String() })
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The specification's pattern: no spaces, one @, a dot and a TLD of at least two characters; kept to ASCII, 254 long. */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\\.(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$"
/** What the server takes as `asciiAddress` has it. */
export const Email = Type.String({ pattern: EMAIL_PATTERN, maxLength: 254, 'x-address': true })

/** What `typedText` takes; the server keeps, counts and compares what it makes of it. */
const typed = (lines: 'one' | 'many', minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, 'x-typed': lines })

/** One line that a person typed: so many characters, from the first to the last that is seen. */
export const Line = (min: number, max: number) => typed('one', min, max)

/** Several lines; may be empty unless told otherwise. */
export const Text = (max: number, min = 0) => typed('many', min, max)

/** What is looked for: one line, which no store chokes on. */
export const Search = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\p{Cc}\\p{Cs}]*$' })

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  /** Holds an address, where the order is by address. */
  cursor: Type.Optional(Search(1_100)),
}
/** What an address is searched for. */
export const AddressSearch = { q: Type.Optional(Search(254)) }
export const NextCursor = nullable(Type.String())

export const ErrorBody = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  details: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
})
export type ErrorBody = Static<typeof ErrorBody>
