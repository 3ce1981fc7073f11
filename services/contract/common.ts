import Type, { type Static, type TSchema } from 'typebox'

/** The product's name. Cookie names contain it in lower case. */
export const PRODUCT = 'Vieraugen'
export const ACCESS_TOKEN_COOKIE = `access_token_${PRODUCT.toLowerCase()}`
export const LANGUAGE_COOKIE = `language_${PRODUCT.toLowerCase()}`
export const CONSENT_COOKIE = PRODUCT.toLowerCase()

export const Id = Type.String({ format: 'uuid' })
export const IsoTime = Type.String({ format: 'date-time' })
export const IdParams = Type.Object({ id: Id })
export const Empty = Type.Object({})
export const Message = Type.Object({ message: Type.String() })
/** The union of these words. The list is what loops, filters, columns and the web derive from. */
export const words = <const W extends readonly string[]>(all: W) =>
  Type.Union(all.map((word) => Type.Literal(word))) as unknown as Type.TUnion<{
    -readonly [at in keyof W]: Type.TLiteral<W[at]>
  }>
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The specification's pattern (no spaces, one @, a dot, a TLD of at least two characters), restricted to ASCII. */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\\.(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$"
/** The server converts it with `asciiAddress` before validation. */
export const Email = Type.String({ pattern: EMAIL_PATTERN, maxLength: 254, 'x-address': true })

/** The server normalizes it with `typedText` before validation. */
const typed = (lines: 'one' | 'many', minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, 'x-typed': lines })

/** One typed line. The length counts from the first to the last visible character. */
export const Line = (min: number, max: number) => typed('one', min, max)

/** Several typed lines. */
export const Text = (max: number, min = 0) => typed('many', min, max)

/** The name of an IANA time zone; `isTimezone` says whether there is one. */
export const TimeZone = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_+/-]+$' })

/** A search term without control characters or lone surrogates, which PostgreSQL rejects. */
export const Search = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\p{Cc}\\p{Cs}]*$' })

/** The secret in a link of a mail. */
export const Token = Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' })

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  /** Long enough for an address, which a list ordered by address needs. */
  cursor: Type.Optional(Search(1_100)),
}
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
