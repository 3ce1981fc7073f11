import { decimalsIn } from '#contract/requests/fields/currencies.ts'
import type { Field, FieldType, FieldValues, FilledField, Kind } from '#contract/requests/kinds.ts'
import { typingFault } from '#contract/typed-text.ts'
import { ibanProblem, plainIban } from '#platform/primitives/iban.ts'

/** What a field of a request holds, as it is kept. */
export type Filled = Omit<FilledField, 'person'>

/** What fields may refer to. */
type Known = {
  /** Ids of the files of the request. */
  readonly files: readonly string[]
  /** Of the workspace. */
  readonly participantIds: ReadonlySet<string>
  /** Whether required fields may be missing: nobody makes this request. */
  readonly isExample?: boolean
}

type Value = FieldValues[string]
type Read = Pick<Filled, 'value' | 'option'> | { readonly problem: string }

export const MAX_LINE = 200
const DECIMAL = /^(?:0|[1-9][0-9]{0,12})(?:\.(?<decimals>[0-9]{1,4}))?$/

const readAmount = (given: Value): Read => {
  if (typeof given === 'string') return { problem: 'is an amount with a value and a currency' }
  const { value, currency } = given
  const decimals = decimalsIn(currency)
  if (decimals === undefined) return { problem: 'has a currency that is none of ISO 4217' }
  const found = DECIMAL.exec(value)
  if (!found) return { problem: 'has a value that is no decimal text such as 10000.00' }
  if ((found.groups?.['decimals'] ?? '').length > decimals)
    return {
      problem:
        decimals === 0 ? `in ${currency} has no decimals` : `in ${currency} has at most ${decimals} decimals`,
    }
  return { value: { value, currency } }
}

const readLine = (value: string): Read => {
  const fault = typingFault(value, 'one')
  if (fault !== undefined) return { problem: fault }
  return [...value].length > MAX_LINE ? { problem: `has more than ${MAX_LINE} characters` } : { value }
}

const readIban = (typed: string): Read => {
  const value = plainIban(typed)
  const problem = ibanProblem(value)
  return problem === null ? { value } : { problem }
}

const readDate = (value: string): Read => {
  const isOne = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)
  const day = new Date(`${value}T00:00:00Z`)
  const exists = isOne && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  return exists ? { value } : { problem: 'is no day such as 2026-11-26' }
}

const readChoice = (value: string, { options = [] }: Field): Read => {
  const option = options.find(({ en }) => en === value)
  return option ? { value, option } : { problem: 'is none of the options' }
}

type Reader = (value: string, field: Field, known: Known) => Read
const READERS: { readonly [type in Exclude<FieldType, 'amount'>]: Reader } = {
  line: readLine,
  text: (value) => ({ value }),
  iban: readIban,
  date: readDate,
  choice: readChoice,
  person: (value, _, { participantIds }) =>
    participantIds.has(value) ? { value } : { problem: 'is nobody of this workspace' },
  file: (value, _, { files }) =>
    files.includes(value) ? { value } : { problem: 'is none of the files of this request' },
}

const read = (field: Field, given: Value | undefined, known: Known): Read | null => {
  if (given === undefined || given === '')
    return field.required && !known.isExample ? { problem: 'is missing' } : null
  if (field.type === 'amount') return readAmount(given)
  if (typeof given !== 'string') return { problem: 'is a text' }
  return READERS[field.type](given, field, known)
}

type Fault = { readonly field: string; readonly problem: string }
/** A name that the kind does not know, short enough for an answer. */
const unknownIn = ({ fields }: Pick<Kind, 'fields'>, values: FieldValues): readonly Fault[] =>
  Object.keys(values)
    .filter((given) => fields.every(({ name }) => name !== given))
    .map((given) => ({ field: `fields.${given.slice(0, 40)}`, problem: 'is no field of this kind' }))

/** The fields of a kind as they were filled in, in its order, and what is wrong with them. */
export const readValues = (
  kind: Pick<Kind, 'fields'>,
  values: FieldValues,
  known: Known,
): { readonly filled: readonly Filled[]; readonly faults: readonly Fault[] } => {
  const filled: Filled[] = []
  const faults: Fault[] = [...unknownIn(kind, values)]
  for (const field of kind.fields) {
    const { name, label, type, listed } = field
    const found = read(field, Object.hasOwn(values, name) ? values[name] : undefined, known)
    if (found === null) continue
    if ('problem' in found) faults.push({ field: `fields.${name}`, problem: found.problem })
    else filled.push({ name, label, type, listed, ...found })
  }
  return { filled, faults }
}
