import Type, { type Static } from 'typebox'
import { Id, IsoTime, Line, Text, nullable, words } from '../../common.ts'
import { Person } from '../../person.ts'

/** What a request holds of its kind: light, because every page of requests loads it. `kinds.ts` has the kinds themselves. */

export const FIELD_TYPES = ['line', 'text', 'amount', 'iban', 'date', 'choice', 'person', 'file'] as const
export type FieldType = (typeof FIELD_TYPES)[number]
export const MAX_FIELDS = 20

export const InBoth = Type.Object({ de: Line(1, 60), en: Line(1, 60) })
export type InBoth = Static<typeof InBoth>

/** Decimal text with a point and no exponent: `'10000.00'`. */
export const Decimal = Type.String({ pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,4})?$' })
/** ISO 4217. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
export const Amount = Type.Object({ value: Decimal, currency: Currency })
export type Amount = Static<typeof Amount>

/** As people type it; the server says by its field what is wrong with it. */
const TypedAmount = Type.Object({ value: Line(1, 40), currency: Line(1, 10) })

/**
 * By the name of a field. An amount is an object; a date is YYYY-MM-DD, a person a participant id, a choice the option's English
 * text, a file the id of one of `files`.
 */
export const FieldValues = Type.Record(Type.String(), Type.Union([Text(4000), TypedAmount]), {
  maxProperties: MAX_FIELDS,
})
export type FieldValues = Static<typeof FieldValues>

/** A field of a request with what was filled in. */
export const FilledField = Type.Object({
  name: Type.String(),
  label: InBoth,
  type: words(FIELD_TYPES),
  listed: Type.Boolean(),
  /** As in `FieldValues`; an IBAN without spaces, in capitals. */
  value: Type.Union([Type.String(), Amount]),
  /** The option of a choice. */
  option: Type.Optional(InBoth),
  /** Of a person: as they are now. Null once they have left. */
  person: Type.Optional(nullable(Person)),
})
export type FilledField = Static<typeof FilledField>

/** The IBAN that was last approved for the same payee, where a request names another one. */
export const ChangedIban = Type.Object({
  /** The name of the field with the new one. */
  field: Type.String(),
  before: Type.String(),
  approvedAt: IsoTime,
  requestId: Id,
})
export type ChangedIban = Static<typeof ChangedIban>

/** The kind of a request, as it was when the request was made. */
export const RequestKind = Type.Object({ id: Id, version: Type.Integer(), name: InBoth })
export type RequestKind = Static<typeof RequestKind>
