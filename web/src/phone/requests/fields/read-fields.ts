import type { Field, FieldType, FieldValues, Kind } from '#contract/requests/kinds.ts'
import { readAmount, type AmountFault } from '#shared/kinds/amounts.ts'
import { ibanFault, plainIban, type IbanFault } from '#shared/kinds/iban.ts'
import type { Language } from '#shared/texts/language.ts'

/** What stands in an input: an amount with its currency as typed, everything else as text. */
export type Typed = string | { readonly text: string; readonly currency: string }
export type TypedFields = Readonly<Record<string, Typed>>
export type FieldFault =
  | { readonly type: 'text'; readonly why: 'missing' | 'characters' | 'long' | 'refused' }
  | { readonly type: 'amount'; readonly why: AmountFault; readonly currency: string }
  | ({ readonly type: 'iban' } & IbanFault)
type Read = { readonly value?: FieldValues[string] | undefined; readonly fault?: FieldFault | undefined }

export const MOST_IN_LINE = 200
export const MOST_IN_TEXT = 4_000
const MISSING: Read = { fault: { type: 'text', why: 'missing' } }

/** An empty input of a field. */
export const emptyOf = ({ type }: Pick<Field, 'type'>): Typed =>
  type === 'amount' ? { text: '', currency: 'EUR' } : ''

/** What stands in a field, unless it is of another type: a draft may be older than the kind. */
export const typedOf = (field: Field, typed: TypedFields): Typed => {
  const found = typed[field.name]
  return typeof found === typeof emptyOf(field) ? found! : emptyOf(field)
}

const readText = (text: string, most: number): Read => {
  const hidden = most === MOST_IN_TEXT ? text.replaceAll(/[\n\r\t]/g, '') : text
  if (/[\p{Cc}\p{Cs}]/u.test(hidden)) return { fault: { type: 'text', why: 'characters' } }
  return text.length > most ? { fault: { type: 'text', why: 'long' } } : { value: text }
}

const readIban = async (text: string): Promise<Read> => {
  const value = plainIban(text)
  // Without a connection the rules cannot be loaded. The server checks them too.
  const fault = await ibanFault(value).catch(() => null)
  return fault ? { fault: { type: 'iban', ...fault } } : { value }
}

const missing = ({ required }: Field): Read => (required ? MISSING : {})

/** A choice that the kind does not offer any more counts as none. */
const readChoice = (text: string, field: Field): Read =>
  field.options?.some(({ en }) => en === text) ? { value: text } : missing(field)

const readers: Readonly<Partial<Record<FieldType, (text: string, field: Field) => Read | Promise<Read>>>> = {
  line: (text) => readText(text, MOST_IN_LINE),
  text: (text) => readText(text, MOST_IN_TEXT),
  iban: readIban,
  choice: readChoice,
}

/** The value of one field, or what is wrong with it. Neither for an optional one that is empty. */
export const readField = async (field: Field, typed: TypedFields, language: Language): Promise<Read> => {
  const given = typedOf(field, typed)
  if (typeof given === 'string') {
    const text = given.trim()
    if (text === '') return missing(field)
    return readers[field.type]?.(text, field) ?? { value: text }
  }
  const { currency } = given
  const read = readAmount(given.text, currency, language)
  if ('value' in read) return { value: { value: read.value, currency } }
  if (read.fault === 'missing') return missing(field)
  return { fault: { type: 'amount', why: read.fault, currency } }
}

/** The fields that somebody fills in: the server reads those of a payment run from its file. */
export const askedOf = (kind: Kind | undefined): readonly Field[] =>
  (kind?.fields ?? []).filter(({ type }) => kind?.builtIn !== 'payment-run' || type === 'file')

/** The ids of the files that stand in fields. */
export const filesInFields = (fields: readonly Field[], typed: TypedFields): readonly string[] =>
  fields.flatMap((field) => {
    const value = typedOf(field, typed)
    return field.type === 'file' && typeof value === 'string' && value !== '' ? value : []
  })

export type Faults = Readonly<Record<string, FieldFault>>

/** The values to send, and what is wrong, by the names of the fields in the order of the kind. */
export const readFields = async (
  fields: readonly Field[],
  typed: TypedFields,
  language: Language,
): Promise<{ readonly values: FieldValues; readonly faults: Faults }> => {
  const read = await Promise.all(
    fields.map(async (field) => ({ name: field.name, ...(await readField(field, typed, language)) })),
  )
  return {
    values: Object.fromEntries(
      read.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    faults: Object.fromEntries(read.flatMap(({ name, fault }) => (fault ? [[name, fault]] : []))),
  }
}
