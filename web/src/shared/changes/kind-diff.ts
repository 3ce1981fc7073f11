import type { Field, Kind, Rule } from '#contract/requests/kinds.ts'

/** What changes in a kind of request, piece by piece. */

export type KindShape = Pick<Kind, 'name' | 'fields' | 'rules' | 'reminders'>
type Mark = 'new' | 'changed' | 'same' | 'removed'
export type FieldChange = { readonly mark: Mark; readonly field: Field; readonly was: Field | null }
export type RuleChange = { readonly mark: Exclude<Mark, 'changed'>; readonly rule: Rule }

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

const fieldChange = (field: Field, was: Field | undefined): FieldChange => {
  if (!was) return { mark: 'new', field, was: null }
  return textOf(field) === textOf(was) ? { mark: 'same', field, was } : { mark: 'changed', field, was }
}

/** Whether those that stay are in another order. */
const isMoved = (before: readonly string[], after: readonly string[]): boolean => {
  const stay = (list: readonly string[], others: readonly string[]) =>
    list.filter((one) => others.includes(one)).join('\n')
  return stay(before, after) !== stay(after, before)
}

/** All fields and rules as they become, in their order, and then those that are removed. */
export const kindDiff = (before: KindShape | null, after: KindShape) => {
  const was = before ?? { fields: [], rules: [] }
  const names = after.fields.map(({ name }) => name)
  const rules = after.rules.map(textOf)
  const rulesWere = was.rules.map(textOf)
  return {
    fields: [
      ...after.fields.map((field) =>
        fieldChange(
          field,
          was.fields.find(({ name }) => name === field.name),
        ),
      ),
      ...was.fields
        .filter(({ name }) => !names.includes(name))
        .map((field): FieldChange => ({ mark: 'removed', field, was: null })),
    ],
    areFieldsMoved: isMoved(
      was.fields.map(({ name }) => name),
      names,
    ),
    rules: [
      ...after.rules.map((rule): RuleChange => ({
        mark: rulesWere.includes(textOf(rule)) ? 'same' : 'new',
        rule,
      })),
      ...was.rules
        .filter((rule) => !rules.includes(textOf(rule)))
        .map((rule): RuleChange => ({ mark: 'removed', rule })),
    ],
    areRulesMoved: isMoved(rulesWere, rules),
  }
}
