import { MAX_LIFE_HOURS } from '#contract/requests/kinds.ts'
import type { ErrorDetails } from '#contract/errors.ts'
import { compareDecimals } from '#contract/requests/rules/decimal.ts'
import type { Language } from '#shared/texts/language.ts'
import {
  boundOf,
  hoursOf,
  isEscalating,
  numberIn,
  type RuleAmount,
  type RuleDraft,
  type RuleField,
} from './rule-draft.ts'

export const MOST_GROUPS = 10
export const MOST_PEOPLE = 20
const MOST_BEFORE_HOURS = 720

export type RuleFault =
  | 'amount'
  | 'decimals'
  | 'order'
  | 'noAmount'
  | 'gone'
  | 'is'
  | 'groups'
  | 'manyGroups'
  | 'people'
  | 'manyPeople'
  | 'count'
  | 'beforeHours'
  | 'life'
  | 'escalate'
  | 'unreached'
  | 'refusedRule'

/** By place: `KEY.amountFrom`. */
export type RuleFaults = Readonly<Record<string, RuleFault>>
type Found = readonly (readonly [part: string, fault: RuleFault])[]

/** What a rule may name. Undefined while it is not known. */
export type Company = { readonly groups: ReadonlySet<string> | undefined }

const boundFault = (rule: RuleDraft, bound: RuleAmount, language: Language): RuleFault | undefined => {
  const read = boundOf(rule, bound, language)
  if (!read || 'value' in read) return undefined
  return read.fault === 'decimals' ? 'decimals' : 'amount'
}

const orderFault = (rule: RuleDraft, language: Language): Found => {
  const [from, to] = [boundOf(rule, 'amountFrom', language), boundOf(rule, 'amountTo', language)]
  if (!to || !('value' in to) || (from && !('value' in from))) return []
  return compareDecimals(from?.value ?? '0', to.value) < 0 ? [] : [['amountTo', 'order']]
}

const amountFaults = (rule: RuleDraft, fields: readonly RuleField[], language: Language): Found => {
  const hasAmount = fields.some(({ type }) => type === 'amount')
  const isAbout = rule.amountFrom.trim() !== '' || rule.amountTo.trim() !== '' || rule.currency !== ''
  if (!hasAmount) return isAbout ? [['amountFrom', 'noAmount']] : []
  const found = (['amountFrom', 'amountTo'] as const).flatMap((bound) => {
    const fault = boundFault(rule, bound, language)
    return fault ? [[bound, fault] as const] : []
  })
  return found.length > 0 ? found : orderFault(rule, language)
}

const fieldFaults = ({ field: key, is }: RuleDraft, fields: readonly RuleField[]): Found => {
  if (key === '') return []
  const field = fields.find((one) => one.key === key)
  if (!field) return [['field', 'gone']]
  const isOption = field.type !== 'choice' || field.options.some((option) => option.key === is)
  return is.trim() === '' || !isOption ? [['is', 'is']] : []
}

const groupFaults = ({ groups }: RuleDraft, company: Company): Found => {
  if (groups.length === 0) return [['who', 'groups']]
  if (groups.length > MOST_GROUPS) return [['who', 'manyGroups']]
  return groups.some((id) => company.groups && !company.groups.has(id)) ? [['who', 'gone']] : []
}

const whoFaults = (rule: RuleDraft, company: Company): Found => {
  if (rule.who === 'any') return []
  if (rule.who === 'groups') {
    const isOver = rule.groups.length > 1 && rule.count > rule.groups.length
    return [...groupFaults(rule, company), ...(isOver ? ([['count', 'count']] as const) : [])]
  }
  if (rule.participants.length === 0) return [['who', 'people']]
  if (rule.participants.length > MOST_PEOPLE) return [['who', 'manyPeople']]
  return rule.count > rule.participants.length ? [['count', 'count']] : []
}

const isWithin = (hours: number, most: number): boolean =>
  Number.isInteger(hours) && hours >= 1 && hours <= most

const timeFaults = (rule: RuleDraft): Found => [
  ...(rule.before && !isWithin(numberIn(rule.beforeHours), MOST_BEFORE_HOURS)
    ? ([['beforeHours', 'beforeHours']] as const)
    : []),
  ...(isWithin(hoursOf(rule), MAX_LIFE_HOURS) ? [] : ([['life', 'life']] as const)),
]

const laterFaults = (rule: RuleDraft, { groups }: Company): Found => {
  const { escalateTo, escalateKept } = rule
  if (!isEscalating(rule)) return []
  if (!isWithin(numberIn(rule.escalateAfter), hoursOf(rule) - 1)) return [['escalateAfter', 'escalate']]
  if (escalateTo.length === 0) return escalateKept ? [] : [['escalateAfter', 'groups']]
  if (escalateTo.length > MOST_GROUPS) return [['escalateAfter', 'manyGroups']]
  return escalateTo.some((id) => groups && !groups.has(id)) ? [['escalateAfter', 'gone']] : []
}

/** What is wrong with a rule, from top to bottom. */
const faultsOf = (
  rule: RuleDraft,
  fields: readonly RuleField[],
  company: Company,
  language: Language,
): Found => [
  ...amountFaults(rule, fields, language),
  ...fieldFaults(rule, fields),
  ...(rule.requesterGroup && company.groups && !company.groups.has(rule.requesterGroup)
    ? ([['requesterGroup', 'gone']] as const)
    : []),
  ...whoFaults(rule, company),
  ...timeFaults(rule),
  ...laterFaults(rule, company),
]

export const faultsOfRules = (
  rules: readonly RuleDraft[],
  fields: readonly RuleField[],
  company: Company,
  language: Language,
): RuleFaults =>
  Object.fromEntries(
    rules.flatMap((rule) =>
      faultsOf(rule, fields, company, language).map(([part, fault]) => [`${rule.key}.${part}`, fault]),
    ),
  )

/** How the server names the parts of a rule. */
const PARTS: readonly (readonly [path: RegExp, part: string, fault: RuleFault])[] = [
  [/^when$/, 'amountFrom', 'unreached'],
  [/^when\.field\.name/, 'field', 'refusedRule'],
  [/^when\.field/, 'is', 'is'],
  [/^when\.requesterGroup/, 'requesterGroup', 'gone'],
  [/^when\.amountTo/, 'amountTo', 'refusedRule'],
  [/^when/, 'amountFrom', 'refusedRule'],
  [/^who/, 'who', 'gone'],
  [/^count/, 'count', 'count'],
  [/^beforeHours/, 'beforeHours', 'beforeHours'],
  [/^hours/, 'life', 'life'],
  [/^escalate\.who/, 'escalateAfter', 'gone'],
  [/^escalate/, 'escalateAfter', 'escalate'],
]

const OTHERWISE = [null, 'who', 'refusedRule'] as const

/** Where the server has refused rules: `rules.1.when.amountFrom` is about the second one. */
export const refusedRules = (rules: readonly RuleDraft[], details: ErrorDetails): RuleFaults =>
  Object.fromEntries(
    details.flatMap(({ field = '' }): [string, RuleFault][] => {
      const [, place, path = ''] = /^rules[./](\d+)[./]?(.*)$/.exec(field) ?? []
      const key = place === undefined ? undefined : rules[Number(place)]?.key
      if (key === undefined) return []
      const plain = path.replaceAll('/', '.')
      const [, part, fault] = PARTS.find(([pattern]) => pattern.test(plain)) ?? OTHERWISE
      return [[`${key}.${part}`, fault]]
    }),
  )
