import type { Amount, Field, FieldValues, Rule, When } from '../kinds.ts'
import { typedText } from '../../typed-text.ts'
import { compareDecimals } from './decimal.ts'

/** What a rule looks at in a request. */
export type RequestFacts = {
  /** Of its kind. */
  readonly fields: readonly Pick<Field, 'name' | 'type'>[]
  readonly values: FieldValues
  /** Ids of the groups that the requester is in. */
  readonly requesterGroups: readonly string[]
}

const amountsIn = ({ fields, values }: RequestFacts): readonly Amount[] =>
  fields.flatMap(({ name, type }) => {
    const value = values[name]
    return type === 'amount' && typeof value === 'object' ? [value] : []
  })

/**
 * A lower bound holds if one of the amounts reaches it, an upper bound only if all of them stay below it: so nobody gets past a rule for
 * high amounts with a second, low one.
 */
const fitsAmount = ({ amountFrom, amountTo, currency }: When, facts: RequestFacts): boolean => {
  if (amountFrom === undefined && amountTo === undefined && currency === undefined) return true
  const amounts = amountsIn(facts)
  const isOf = (amount: Amount) => currency === undefined || amount.currency === currency
  const reaches = ({ value }: Amount) => amountFrom === undefined || compareDecimals(value, amountFrom) >= 0
  const staysBelow = ({ value }: Amount) => amountTo === undefined || compareDecimals(value, amountTo) < 0
  const isLow = amountTo === undefined || amounts.every((amount) => isOf(amount) && staysBelow(amount))
  return isLow && amounts.some((amount) => isOf(amount) && reaches(amount))
}

/** An amount as a rule names it: with or without its currency. */
export const AMOUNT_WORDS = /^(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?( [A-Z]{3})?$/

const isAmount = ({ value, currency }: Amount, is: string): boolean => {
  const words = typedText(is)
  if (!AMOUNT_WORDS.test(words)) return false
  const [wanted = '', wantedCurrency = currency] = words.split(' ')
  return wantedCurrency === currency && compareDecimals(value, wanted) === 0
}

const plain = (type: Field['type'], text: string): string => {
  if (type === 'iban') return text.replaceAll(/\s/g, '').toUpperCase()
  return type === 'person' ? text.toLowerCase() : typedText(text)
}

const fitsField = ({ field }: When, { fields, values }: RequestFacts): boolean => {
  if (field === undefined) return true
  const type = fields.find(({ name }) => name === field.name)?.type
  const value = values[field.name]
  if (type === undefined || value === undefined) return false
  if (typeof value === 'object') return isAmount(value, field.is)
  return plain(type, value) === plain(type, field.is)
}

const fits = (when: When, facts: RequestFacts): boolean =>
  fitsAmount(when, facts) &&
  fitsField(when, facts) &&
  (when.requesterGroup === undefined || facts.requesterGroups.includes(when.requesterGroup))

/** The first rule that fits the request; null if none does. */
export const ruleFor = (rules: readonly Rule[], facts: RequestFacts): Rule | null =>
  rules.find(({ when }) => fits(when, facts)) ?? null
