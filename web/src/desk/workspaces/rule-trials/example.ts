import type { Body } from '#contract/endpoint.ts'
import type { Field, FieldValues, Kind } from '#contract/requests/kinds.ts'
import type { tryRules } from '#contract/requests/rules/trying-rules.ts'
import { readAmount } from '#shared/kinds/amounts.ts'
import type { Language } from '#shared/texts/language.ts'

/** What an admin types to try rules. */
export type Example = {
  readonly kindId: string
  /** Empty: whoever tries. */
  readonly requesterId: string
  /** By the name of the field. */
  readonly typed: Readonly<Record<string, string>>
  readonly currencies: Readonly<Record<string, string>>
}

/** Amounts, and what else the rules of the kind look at. */
export const fieldsToTry = ({ fields, rules }: Pick<Kind, 'fields' | 'rules'>): readonly Field[] => {
  const named = new Set(rules.flatMap(({ when: { field } }) => field?.name ?? []))
  return fields.filter(({ name, type }) => type === 'amount' || (named.has(name) && type !== 'file'))
}

export const currencyIn = ({ currencies }: Example, name: string): string => currencies[name] ?? 'EUR'

type Read = { readonly body: Body<typeof tryRules> } | { readonly wrong: string }

/** The example as it is sent, or the name of the first field that nobody can read. */
export const readExample = (
  example: Example,
  kind: Pick<Kind, 'fields' | 'rules'>,
  language: Language,
): Read => {
  const fields: Record<string, FieldValues[string]> = {}
  for (const { name, type } of fieldsToTry(kind)) {
    const text = example.typed[name]?.trim() ?? ''
    if (text === '') continue
    if (type !== 'amount') {
      fields[name] = text
      continue
    }
    const currency = currencyIn(example, name)
    const read = readAmount(text, currency, language)
    if ('fault' in read) return { wrong: name }
    fields[name] = { value: read.value, currency }
  }
  const { kindId, requesterId } = example
  return { body: { type: 'approval', kindId, fields, ...(requesterId && { requesterId }) } }
}
