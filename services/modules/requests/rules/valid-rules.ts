import type { Field, Rule, When, Who } from '#contract/requests/kinds.ts'
import { typedText } from '#contract/typed-text.ts'
import { unreachable } from '#platform/commands/decider.ts'
import { compareDecimals } from '#contract/requests/rules/decimal.ts'
import { AMOUNT_WORDS } from '#contract/requests/rules/rule-for.ts'

export type RuleProblem = { readonly field: string; readonly problem: string }

/** What rules may name. */
export type Company = {
  /** Participant ids of the members, by the id of the group. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  /** Whether they are approvers, by participant id. */
  readonly participants: ReadonlyMap<string, { readonly approver: boolean }>
}

type KindField = Pick<Field, 'name' | 'type' | 'options'>
/** Below the path of the part that is looked at. */
type Found = readonly (readonly [path: string, problem: string])[]

const amountProblems = ({ amountFrom, amountTo, currency }: When, fields: readonly KindField[]): Found => {
  const given = Object.entries({ amountFrom, amountTo, currency }).filter(
    ([, value]) => value !== undefined,
  ) as [string, string][]
  if (!fields.some(({ type }) => type === 'amount'))
    return given.map(([name]) => [`when.${name}`, 'needs a field with an amount, and this kind has none'])
  if (amountTo === undefined || compareDecimals(amountFrom ?? '0', amountTo) < 0) return []
  return amountFrom === undefined
    ? [['when.amountTo', 'must be above zero, because it is not included']]
    : [['when.amountFrom', 'must be below amountTo, which is not included']]
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Why a field can never be this; undefined if it can. */
const neverIs = ({ type, options = [] }: KindField, is: string, company: Company): string | undefined => {
  const text = typedText(is)
  switch (type) {
    case 'amount':
      return AMOUNT_WORDS.test(text) ? undefined : 'is no amount, such as 10000.00 or 10000.00 EUR'
    case 'date':
      return isDate(text) ? undefined : 'is no date, such as 2026-12-31'
    case 'choice':
      return options.some(({ en }) => typedText(en) === text)
        ? undefined
        : 'is none of the options in English'
    case 'person':
      return company.participants.has(text.toLowerCase()) ? undefined : 'is no participant of this workspace'
    case 'line':
    case 'text':
    case 'iban':
    case 'file':
      return undefined
    default:
      return unreachable(type)
  }
}

const fieldProblems = ({ field }: When, fields: readonly KindField[], company: Company): Found => {
  if (field === undefined) return []
  const known = fields.find(({ name }) => name === field.name)
  if (known === undefined) return [['when.field.name', 'is no field of this kind']]
  if (known.type === 'file') return [['when.field.name', 'is a file, and no rule compares files']]
  const problem = neverIs(known, field.is, company)
  return problem === undefined ? [] : [['when.field.is', problem]]
}

const whoProblems = (who: Who, { groups, participants }: Company, at = 'who'): Found => {
  if (who === 'any') return []
  if ('groups' in who)
    return who.groups.flatMap((id, place) =>
      groups.has(id) ? [] : ([[`${at}.groups.${place}`, 'is no group of this workspace']] as const),
    )
  return who.participants.flatMap((id, place) => {
    const known = participants.get(id)
    if (known?.approver) return []
    const problem = known ? 'is no approver' : 'is no participant of this workspace'
    return [[`${at}.participants.${place}`, problem]] as const
  })
}

/** How many can approve at most, of those that the rule names. */
const most = (who: Who, { groups }: Company): readonly [most: number, of: string] => {
  if (who === 'any') return [Infinity, '']
  if ('participants' in who) return [who.participants.length, 'people named here']
  const [first, ...others] = who.groups
  if (others.length > 0) return [who.groups.length, 'groups named here, and each one stands for another']
  return [groups.get(first!)?.length ?? Infinity, 'people in the group']
}

const countProblems = ({ who, count }: Rule, company: Company): Found => {
  const [limit, of] = most(who, company)
  return count > limit ? [['count', `is above the ${of}`]] : []
}

/** Whether every request that fits the later condition fits the earlier one already. */
const covers = (earlier: When, later: When): boolean => {
  const { amountFrom: from, amountTo: to, field } = earlier
  const holds = [
    from === undefined || (later.amountFrom !== undefined && compareDecimals(later.amountFrom, from) >= 0),
    to === undefined || (later.amountTo !== undefined && compareDecimals(later.amountTo, to) <= 0),
    earlier.currency === undefined || earlier.currency === later.currency,
    field === undefined || (later.field?.name === field.name && later.field.is === field.is),
    earlier.requesterGroup === undefined || earlier.requesterGroup === later.requesterGroup,
  ]
  return holds.every(Boolean)
}

const orderProblems = (rules: readonly Rule[], at: number): Found => {
  const by = rules.slice(0, at).findIndex(({ when }) => covers(when, rules[at]!.when))
  return by < 0 ? [] : [['when', `is never reached, because rule ${by + 1} above fits first`]]
}

const escalateProblems = ({ who, escalate, hours }: Rule, company: Company): Found => {
  if (!escalate) return []
  if (who === 'any') return [['escalate.who', 'adds nobody, because all approvers are asked from the start']]
  const isLate: Found =
    escalate.after < hours ? [] : [['escalate.after', 'must be below the hours of the rule']]
  return [...isLate, ...whoProblems(escalate.who, company, 'escalate.who')]
}

const problemsOf = (rule: Rule, fields: readonly KindField[], company: Company): Found => {
  const { when, before, beforeHours, who } = rule
  const { requesterGroup } = when
  return [
    ...amountProblems(when, fields),
    ...fieldProblems(when, fields, company),
    ...(requesterGroup === undefined || company.groups.has(requesterGroup)
      ? []
      : ([['when.requesterGroup', 'is no group of this workspace']] as const)),
    ...whoProblems(who, company),
    ...countProblems(rule, company),
    ...escalateProblems(rule, company),
    ...(rule.park && before !== null
      ? ([
          ['park', 'is not for a rule that names what must go before: nobody is there to do it with'],
        ] as const)
      : []),
    ...(before === null && beforeHours !== undefined
      ? ([['beforeHours', 'is only for a rule that names what must go before']] as const)
      : []),
  ]
}

/** What is wrong with the rules of a kind, each with its path, such as `rules.0.when.amountFrom`. Empty if nothing is. */
export const ruleProblems = (
  rules: readonly Rule[],
  fields: readonly KindField[],
  company: Company,
): readonly RuleProblem[] =>
  rules.flatMap((rule, at) =>
    [...problemsOf(rule, fields, company), ...orderProblems(rules, at)].map(([path, problem]) => ({
      field: `rules.${at}.${path}`,
      problem,
    })),
  )
