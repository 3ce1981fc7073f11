import type { Amount, Field, FieldValues, Rule } from '#contract/requests/kinds.ts'
import { ruleFor } from '#contract/requests/rules/rule-for.ts'

type KindField = Pick<Field, 'name' | 'type' | 'required' | 'options'>
/** A request that no rule fits, as far as its amount says which; null if it has none. */
export type Gap = { readonly amount: Amount | null }

const OTHERS = ['EUR', 'USD', 'GBP', 'CHF']
/** More examples of choices are not tried: then some request may fall through. */
const MOST_EXAMPLES = 400

/** Between two bounds, rules say the same of all amounts. */
const amountsFor = (rules: readonly Rule[], fields: readonly KindField[]): readonly (Amount | null)[] => {
  const own = fields.filter(({ type }) => type === 'amount')
  const none = own.some(({ required }) => required) ? [] : [null]
  if (own.length === 0) return none
  const named = new Set(rules.flatMap(({ when: { currency } }) => currency ?? []))
  const other = OTHERS.find((currency) => !named.has(currency)) ?? 'SEK'
  const bounds = rules
    .flatMap(({ when: { amountFrom, amountTo } }) => [amountFrom ?? [], amountTo ?? []])
    .flat()
  const values = [...new Set(['0', ...bounds])]
  const of = (currency: string) => values.map((value) => ({ value, currency }))
  return [...[...named, other].flatMap(of), ...none]
}

/** Only choices that must be made can be covered by one rule for each option. */
const choicesFor = (rules: readonly Rule[], fields: readonly KindField[]): readonly FieldValues[] => {
  const named = new Set(rules.flatMap(({ when: { field } }) => field?.name ?? []))
  const choices = fields.filter(
    ({ name, type, required }) => type === 'choice' && required && named.has(name),
  )
  return choices.reduce<readonly FieldValues[]>(
    (examples, { name, options = [] }) =>
      examples.length * options.length > MOST_EXAMPLES
        ? examples
        : examples.flatMap((example) => options.map(({ en }) => ({ ...example, [name]: en }))),
    [{}],
  )
}

/** A request that none of the rules fits; null if there is none, or no rule. */
export const gapIn = (rules: readonly Rule[], fields: readonly KindField[]): Gap | null => {
  if (rules.length === 0) return null
  const amountFields = fields.filter(({ type }) => type === 'amount')
  for (const amount of amountsFor(rules, fields))
    for (const choices of choicesFor(rules, fields)) {
      const amounts =
        amount === null ? {} : Object.fromEntries(amountFields.map(({ name }) => [name, amount]))
      const values = { ...choices, ...amounts }
      if (ruleFor(rules, { fields, values, requesterGroups: [] }) === null) return { amount }
    }
  return null
}
