import type { FilledField } from '#contract/requests/kinds.ts'
import { formatAmount } from '#shared/kinds/amounts.ts'
import { groupedIban } from '#shared/kinds/iban-groups.ts'
import type { Language } from '#shared/texts/language.ts'
import type { Typed, TypedFields } from './read-fields.ts'

const typedAgain = ({ type, value }: FilledField, language: Language): Typed => {
  // With its currency, so that no mark is read in another way than it was meant.
  if (typeof value !== 'string') return { text: formatAmount(value, language), currency: value.currency }
  return type === 'iban' ? groupedIban(value) : value
}

/** What the inputs hold if a request is asked again. Its files belong to it alone, so they are chosen anew. */
export const typedOfFilled = (fields: readonly FilledField[], language: Language): TypedFields =>
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file').map((field) => [field.name, typedAgain(field, language)]),
  )
